/** API keys, sessions and signing secrets by their prefix, a client_secret in an address, and any run as long as a 256-bit secret. */
const SECRETS = /(?:sk|rk)_(?:test|live)_\w*|(?:whsec|ws)_\w*|(?<=client_secret=)[^&]+|[A-Za-z0-9+/_-]{32,}/g;

/** `text` with everything struck out that may be a secret: an answer that was cut off may hold one that was to be shown once. */
export function strikeSecrets(text: string): string {
  return text.replace(SECRETS, '***');
}
