import { type WebhookErrorCode, WebhookVerificationError } from './errors.ts';
import { FIXES, frameworksOf } from './frameworks.ts';
import type { findSecret } from './mac.ts';
import { isMasked } from './masked.ts';
import type { VerifyOptions, WebhookSource } from './options.ts';
import { concat } from './read-body.ts';
import { earlierForms } from './reserialized.ts';
import type { SignatureHeader } from './signature-header.ts';

// Code that `verify` itself runs is passed in, not imported: both then load as one file each with any
// bundler.

/** As seconds this is the year 5138, as milliseconds 1973. */
const MILLISECONDS = 1e11;

type Options = WebhookSource & VerifyOptions;

/**
 * Finds the secret with which one of the header's signatures is the MAC of `<timestamp>.<body>`; -1 if none
 * is.
 */
type Find<Result> = (secrets: readonly string[], header: SignatureHeader, body: Uint8Array) => Result;

/**
 * Throws the error for a webhook that `verify` rejected: `WebhookVerificationError`, or RangeError for a
 * wrong option. `value` is the raw header and `header` the parsed one; `bytes` the body as far as it was
 * read.
 */
export async function refuse(
  options: Options,
  now: number,
  value: unknown,
  header: SignatureHeader | undefined,
  bytes: Uint8Array | undefined,
  find: typeof findSecret,
): Promise<never> {
  const early = whyNoMac('verify', options, value, header, bytes);
  if (early) throw early;
  const matches: Find<Promise<boolean>> = async (secrets, { timestamp, signatures }, body) => {
    const prefix = new TextEncoder().encode(`${timestamp}.`);
    const signed = concat([prefix, body], prefix.length + body.length);
    return (await find(secrets, { timestamp, signatures }, signed)) >= 0;
  };
  const secrets = [options.secrets].flat();
  if (await matches(secrets, header!, bytes!)) throw whyNotDespiteMac(options, now, header!, bytes!);
  for (const form of earlierForms(bytes!)) {
    if (await matches(secrets, header!, form.bytes)) throw refusal('looks_reserialized', options, form);
  }
  throw refusal('no_match', options);
}

/** The same error without a promise; `matched` says whether the signature matched the bytes as received. */
export function explainSync(
  options: Options,
  now: number,
  value: unknown,
  header: SignatureHeader | undefined,
  bytes: Uint8Array | undefined,
  matched: boolean,
  find: Find<number>,
): Error {
  const early = whyNoMac('verifySync', options, value, header, bytes);
  if (early) return early;
  const secrets = [options.secrets].flat();
  if (matched) return whyNotDespiteMac(options, now, header!, bytes!);
  for (const form of earlierForms(bytes!)) {
    if (find(secrets, header!, form.bytes) >= 0) return refusal('looks_reserialized', options, form);
  }
  return refusal('no_match', options);
}

const OPTIONS = /^(body|request|headers|header|secrets|toleranceSeconds|maxBodyBytes|now|framework)$/;

/** Problems that prevent computing a MAC; null if there are none. */
function whyNoMac(
  called: 'verify' | 'verifySync',
  options: Options,
  value: unknown,
  header: SignatureHeader | undefined,
  bytes: Uint8Array | undefined,
): Error | null {
  if (isMisused(options))
    return new TypeError(
      `${called} takes one object: ${called}({ body, headers: req.headers, secrets: "whsec_..." }).`,
    );
  const unknown = Object.keys(options).find((name) => !OPTIONS.test(name));
  if (unknown !== undefined)
    return new TypeError(`${unknown} is no option of ${called}: leave it out, or see how it is spelled.`);
  for (const name of ['toleranceSeconds', 'maxBodyBytes', 'now'] as const) {
    const given: unknown = options[name];
    if (given === undefined || (Number.isFinite(given) && (given as number) >= 0)) continue;
    return new RangeError(`${name} must be a number, 0 or more; it is ${String(given)}.`);
  }
  if (options.now !== undefined && options.now >= MILLISECONDS)
    return new RangeError(`now must be Unix seconds; ${options.now} looks like milliseconds.`);
  const secrets: unknown[] = [options.secrets].flat();
  if (secrets.length === 0 || secrets.some((secret) => typeof secret !== 'string' || secret === ''))
    return refusal('empty_secret', options);
  if (secrets.some((secret) => /\s/.test(secret as string))) return refusal('secret_has_whitespace', options);
  if (secrets.some(isMasked)) return refusal('secret_is_masked', options);
  if (!header) return refusal((value ?? '') === '' ? 'missing_header' : 'malformed_header', options);
  if (!bytes) return refusal('body_already_parsed', options);
  const { maxBodyBytes = 1_048_576 } = options;
  return bytes.byteLength > maxBodyBytes ? refusal('body_too_large', options, { maxBodyBytes }) : null;
}

/** Whether these are arguments as other libraries take them: `(body, header, secret)`, `(request, secret)`, `{ secret }`. */
function isMisused(options: unknown): options is never {
  if (typeof options !== 'object' || options === null || ArrayBuffer.isView(options)) return true;
  if ('clone' in options || {}.toString.call(options) === '[object ArrayBuffer]') return true;
  return !('secrets' in options) && ('secret' in options || !('body' in options || 'request' in options));
}

/** Problems of a webhook with a valid signature. */
function whyNotDespiteMac(
  options: Options,
  now: number,
  { timestamp }: SignatureHeader,
  bytes: Uint8Array,
): Error {
  const { toleranceSeconds = 300 } = options;
  const ageSeconds = now - Number(timestamp);
  if (ageSeconds > toleranceSeconds) return refusal('too_old', options, { ageSeconds });
  if (ageSeconds < -toleranceSeconds) return refusal('too_new', options, { ageSeconds });
  return refusal('invalid_json', options, { cause: whyNotJson(bytes) });
}

function whyNotJson(bytes: Uint8Array): unknown {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return undefined; // JSON, but no object
  } catch (error) {
    return error;
  }
}

interface Details {
  ageSeconds?: number;
  maxBodyBytes?: number;
  change?: string;
  cause?: unknown;
}

/** The error for `code`, with the fix for your framework. */
export function refusal(
  code: WebhookErrorCode,
  options: Partial<Pick<Options, 'framework' | 'request' | 'headers' | 'secrets' | 'toleranceSeconds'>>,
  details: Details = {},
): WebhookVerificationError {
  const frameworks = frameworksOf(options);
  const fix = (what: keyof (typeof FIXES)['express']): string =>
    frameworks.map((framework) => FIXES[framework][what]).join(' ');
  const age = `${Math.abs(details.ageSeconds ?? 0)} s`;
  const tolerance = `toleranceSeconds (${options.toleranceSeconds ?? 300} s)`;
  // A copied API key or dashboard id is not an endpoint's secret: naming its kind reveals nothing.
  const odd = [options.secrets ?? []].flat().some((secret) => !String(secret).startsWith('whsec_'));
  const messages: Record<WebhookErrorCode, () => string> = {
    missing_header: () =>
      `There is no svc-signature header. Pass the headers as they arrived, and check that no proxy drops it. ${fix('headers')}`,
    malformed_header: () =>
      'The svc-signature header is not of the form "t=<Unix seconds>,v1=<64 hex digits>". Pass it unchanged and once; answer other senders with 400.',
    body_already_parsed: () =>
      `The body is no longer the raw bytes that were signed: something parsed or read it. ${fix('rawBody')}`,
    empty_secret: () =>
      'A secret is missing, empty or not a string. Pass the whsec_... of the endpoint, and check that its environment variable is set in this environment.',
    secret_has_whitespace: () =>
      'A secret contains white space. Remove the space or line break that was copied along with it.',
    secret_is_masked: () =>
      'A secret is the masked form that lists show, with dots instead of its beginning. Pass the whole whsec_... that was shown once when the endpoint was registered; if nobody kept it, register another endpoint.',
    no_match: () =>
      `No signature matches. Pass the exact bytes that were received, and the secret of this very endpoint (test and live endpoints have different ones).${odd ? ' A secret does not begin with whsec_: it is not the secret of an endpoint, or not all of it.' : ''} ${fix('rawBody')}`,
    looks_reserialized: () =>
      `The signature does not match, but would if the body had not been ${details.change}. Pass the bytes as they were received. ${fix('rawBody')}`,
    too_old: () =>
      `The signature is valid, but was made ${age} ago, which is more than ${tolerance}. Set this machine's clock; if it is right, this is a replay, or it waited in a queue.`,
    too_new: () =>
      `The signature is valid, but lies ${age} in the future, which is more than ${tolerance}. Set this machine's clock.`,
    body_too_large: () =>
      `The body has more than maxBodyBytes (${details.maxBodyBytes}), and no Autopay event does. Answer 413. ${fix('limit')}`,
    invalid_json: () =>
      'The signature is valid, but the body is not an event: a JSON object in UTF-8 with an id and a type. Check that this secret signs nothing but Autopay events.',
  };
  return new WebhookVerificationError(code, messages[code](), details);
}
