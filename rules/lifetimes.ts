/** A merchant's people, from sign-in; use does not extend it: a lost laptop is signed out within a week. */
export const SESSION_SECONDS = 7 * 86_400;

/** A payer's: one who returns next month signs in again. */
export const WALLET_SESSION_SECONDS = 24 * 3600;

/**
 * 10 minutes for a person to find the wallet, read and sign, and for a client to try again. A transaction can land
 * for a minute or two of them, while its blockhash is valid.
 */
export const PROOF_SECONDS = 600;

/** 72 hours: how long a response can be replayed with its Idempotency-Key. */
export const IDEMPOTENCY_SECONDS = 72 * 3600;

/** A week for somebody to find the mail, or to be handed the link; it is good for one person. */
export const INVITATION_SECONDS = 7 * 86_400;
