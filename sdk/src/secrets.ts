/** Secrets recognizable by name: API keys, session tokens, signing secrets, and a client_secret in a URL. */
const NAMED = /(?:[sr]k_(?:test|live)|whsec|(?<![a-z])ws)_\w+|(?<=client_secret=)[^&\s)]+/g;

/** Any run as long as a 256-bit secret. */
const LONG = /[\w+/-]{32,}/g;

/** `text` without recognizable secrets and without `token`. */
export function strike(text: string, token: string | null): string {
  return (token ? text.replaceAll(token, '***') : text).replace(NAMED, '***');
}

/**
 * `text` without anything that may be a secret: a truncated response may contain one that is shown only once.
 */
export function strikeLong(text: string, token: string | null): string {
  return strike(text, token).replace(LONG, '***');
}

/** Depth of nested causes: more than any runtime nests, and a bound for circular ones. */
const DEPTH = 5;

/** What fetch rejects with. */
interface Thrown {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/**
 * A fetch error and its causes, by name, message and code: other fields may hold the whole request,
 * credential included.
 */
export function retell(thrown: unknown, token: string | null, depth = DEPTH): unknown {
  // Not instanceof: in a test runner's sandbox fetch is of another realm, and so are its errors.
  if (typeof (thrown as Thrown | null | undefined)?.message !== 'string')
    return thrown && strike(String(thrown), token);
  const { name, message: own, cause, code, errors } = thrown as Thrown & { message: string };
  // Node tries each address of a name, and tells of all in one error without a message.
  const message = own || (Array.isArray(errors) ? errors.map((each: Error) => each?.message).join('; ') : '');
  const retold = depth > 0 ? retell(cause, token, depth - 1) : undefined;
  return Object.assign(new Error(strike(message, token), { cause: retold }), {
    name: strike(String(name ?? 'Error'), token),
    code: typeof code === 'string' ? strike(code, token) : undefined,
  });
}
