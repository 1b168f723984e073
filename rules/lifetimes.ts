/** A merchant's people, from sign-in; use does not extend it: a lost laptop is signed out within a week. */
export const SESSION_SECONDS = 7 * 86_400;

/** A payer's: one who returns next month signs in again. */
export const WALLET_SESSION_SECONDS = 24 * 3600;

/**
 * 10 minutes for a person to find the wallet, read and sign, and for a client to try again. A transaction can land
 * for a minute or two of them, while its blockhash is valid.
 */
export const PROOF_SECONDS = 600;

/** 30 minutes: long enough for slow mail, short enough that an old mailbox opens nothing. */
export const PASSWORD_RESET_SECONDS = 1800;

/** A day for links that go to two mailboxes. */
export const EMAIL_CHANGE_SECONDS = 86_400;

/** 10 minutes for what a person does after having proven a second factor. */
export const SECOND_FACTOR_SECONDS = 600;

/** 5 minutes to find the passkey and touch it. */
export const PASSKEY_CHALLENGE_SECONDS = 300;

/** 72 hours: how long a response can be replayed with its Idempotency-Key. */
export const IDEMPOTENCY_SECONDS = 72 * 3600;

/** A week for somebody to find the mail, or to be handed the link; it is good for one person. */
export const INVITATION_SECONDS = 7 * 86_400;

/** 24 hours: how long a change of the payout wallet waits that only a password stands behind, so that its owners hear of it and can stop it. */
export const PAYOUT_CHANGE_SECONDS = 24 * 3600;
