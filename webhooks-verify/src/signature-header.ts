import { WebhookVerificationError } from './errors.ts';

/** The header that carries the signature. */
const SIGNATURE_HEADER = 'svc-signature';

/** One timestamp and eight signatures fit in 600; a limit keeps an attacker's header cheap. */
const MAX_HEADER_LENGTH = 1_024;
/** Several appear while a secret is being replaced; eight are far more than ever needed. */
const MAX_SIGNATURES = 8;

/** `t`: 12 digits reach the year 33658, and milliseconds, a common mistake, have 13. */
const TIMESTAMP = /^t=(0|[1-9][0-9]{0,11})$/;
const SIGNATURE = /^v1=([0-9a-fA-F]{64})$/;
/** A later version of the scheme may be sent beside v1; it is not looked at, and never replaces v1. */
const OTHER_VERSION = /^v(?:0|[2-9]|[1-9][0-9])=[0-9a-zA-Z+/_=-]+$/;

/** What a well-formed header says. */
export interface SignatureHeader {
  /** Unix seconds, in digits exactly as they were signed. */
  timestamp: string;
  /** Each 32 bytes. */
  signatures: Uint8Array<ArrayBuffer>[];
}

/** Headers as a Fetch API object, or as Node's `req.headers`. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

/** The value of `svc-signature` in `headers`, null when it is not there. A name occurs in any case. */
export function findSignatureHeader(headers: HeadersLike): string | null {
  if (typeof headers.get === 'function') return headers.get(SIGNATURE_HEADER);
  const values = Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === SIGNATURE_HEADER)
    .flatMap(([, value]) => value ?? []);
  // Two headers make two timestamps, which the grammar refuses.
  return values.length === 0 ? null : values.join(',');
}

/** Reads `t=<digits>,v1=<64 hex>`: exactly one t, one or more v1, nothing else but other versions. */
export function parseSignatureHeader(header: string | null | undefined): SignatureHeader {
  if (!header) throw new WebhookVerificationError('missing_header');
  if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH)
    throw new WebhookVerificationError('malformed_header');
  const timestamps: string[] = [];
  const signatures: Uint8Array<ArrayBuffer>[] = [];
  for (const part of header.split(',')) {
    const timestamp = TIMESTAMP.exec(part)?.[1];
    const signature = SIGNATURE.exec(part)?.[1];
    if (timestamp !== undefined) timestamps.push(timestamp);
    else if (signature !== undefined) signatures.push(bytesOf(signature));
    else if (!OTHER_VERSION.test(part)) throw new WebhookVerificationError('malformed_header');
  }
  const [timestamp] = timestamps;
  if (
    timestamp === undefined ||
    timestamps.length > 1 ||
    signatures.length === 0 ||
    signatures.length > MAX_SIGNATURES
  ) {
    throw new WebhookVerificationError('malformed_header');
  }
  return { timestamp, signatures };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}
