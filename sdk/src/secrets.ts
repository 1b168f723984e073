/** What is a secret by its name: API keys, session tokens, signing secrets, and a client_secret in an address. */
const NAMED = /(?:[sr]k_(?:test|live)|whsec|ws)_\w*|(?<=client_secret=)[^&\s)]+/g;

/** Any run as long as a 256-bit secret. */
const LONG = /[\w+/-]{32,}/g;

/** `text` without the secrets in it that can be told by their names, and without `token`. */
export function strike(text: string, token: string | null): string {
  return (token ? text.replaceAll(token, '***') : text).replace(NAMED, '***');
}

/** `text` without anything that may be a secret: an answer that was cut off may hold one that was to be shown once. */
export function strikeLong(text: string, token: string | null): string {
  return strike(text, token).replace(LONG, '***');
}

/** What a fetch threw, and its causes, by name, message and code: the rest may hold the whole request, the credential included. */
export function retell(thrown: unknown, token: string | null): unknown {
  if (!(thrown instanceof Error)) return thrown && strike(String(thrown), token);
  const { name, message, cause, code } = thrown as Error & { code?: unknown };
  return Object.assign(new Error(strike(message, token), { cause: retell(cause, token) }), { name, code });
}
