/**
 * One timestamp and eight signatures fit in 600 characters; the limit bounds the cost of an attacker's
 * header.
 */
const MAX_HEADER_LENGTH = 1_024;
/** Several appear while a secret is being replaced; eight are far more than ever needed. */
const MAX_SIGNATURES = 8;

/** `t`: 12 digits reach the year 33658, and milliseconds, a common mistake, have 13. */
const TIMESTAMP = /^t=(0|[1-9]\d{0,11})$/;
const SIGNATURE = /^v1=[\da-fA-F]{64}$/;
/** Another version of the scheme may be sent beside v1; it is ignored, and never replaces v1. */
const OTHER_VERSION = /^v(?!1=)(0|[1-9]\d?)=[\w+/=-]+$/;

/** A well-formed header, parsed. */
export interface SignatureHeader {
  /** Unix seconds, in digits exactly as signed. */
  timestamp: string;
  /** One to eight, 64 hex digits each. */
  signatures: string[];
}

/** Headers as a Fetch API object, as Node's `req.headers`, or as pairs of name and value: what tuples and `string[][]` both are. */
export type HeadersLike =
  | { get(name: string): string | null }
  | readonly (readonly string[])[]
  | Record<string, string | readonly string[] | undefined>;

/** The value of `svc-signature` in `headers`, or else `header`; null, undefined or empty if there is none. */
export function findHeader(headers: HeadersLike | undefined, header: unknown): unknown {
  if (!headers) return header;
  if ('get' in headers && typeof headers.get === 'function') return headers.get('svc-signature');
  return (
    (Array.isArray(headers) ? headers : Object.entries(headers))
      .flatMap(([name, value]) => (/^svc-signature$/i.test(name!) ? value! : []))
      // Two headers give two timestamps, which the grammar rejects.
      .join()
  );
}

/**
 * Parses `t=<digits>,v1=<64 hex>`: exactly one t, one to eight v1, and otherwise only other versions.
 * Undefined for anything else.
 */
export function readHeader(header: unknown): SignatureHeader | undefined {
  if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return;
  let timestamp: string | undefined;
  const signatures: string[] = [];
  for (const part of header.split(',')) {
    if (SIGNATURE.test(part)) signatures.push(part.slice(3));
    else if (!timestamp && TIMESTAMP.test(part)) timestamp = part.slice(2);
    else if (!OTHER_VERSION.test(part)) return;
  }
  if (timestamp && signatures[0] && !signatures[MAX_SIGNATURES]) return { timestamp, signatures };
}
