/**
 * What went wrong, in a code that helps a merchant, such as ENOTFOUND, ECONNREFUSED or CERT_HAS_EXPIRED.
 * Never the message, which may contain addresses of this deployment's network.
 */
export function networkErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
