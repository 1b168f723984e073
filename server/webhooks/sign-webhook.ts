import { createHmac } from 'node:crypto';

/** The header that carries the signature of a delivery. */
export const SIGNATURE_HEADER = 'svc-signature';

/**
 * The value of `svc-signature` for one attempt: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`.
 * The key is the UTF-8 of the whole secret, `whsec_` included. Sign each attempt anew: receivers reject a `t`
 * older than 300 s (specification, Signature).
 */
export function signWebhook(secret: string, body: Uint8Array, timestampSeconds: number): string {
  const mac = createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex');
  return `t=${timestampSeconds},v1=${mac}`;
}
