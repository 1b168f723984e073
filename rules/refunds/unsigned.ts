/** A merchant's wallet has seven days to sign a refund; then it fails, and the charge is free for another. */
export const UNSIGNED_SECONDS = 7 * 24 * 3600;

/** Why a refund fails that nobody signed. */
export const NOT_SIGNED = {
  code: 'not_signed',
  message: 'The payee did not sign the refund within 7 days.',
} as const;
