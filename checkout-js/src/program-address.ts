import { addressBytes, base58FromBytes } from './base58.ts';

/** The prime of curve25519's field, and the constant of its Edwards form (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

const MARKER = new TextEncoder().encode('ProgramDerivedAddress');

/**
 * The first address derived from the seeds, addresses in base58 or plain bytes, with a bump counted down from 255, that is off
 * the curve, so that no key can sign for it. Throws RangeError for an invalid address.
 */
export async function programAddress(program: string, seeds: (string | Uint8Array)[]): Promise<string> {
  const parts = [...seeds, program].map((part) => {
    const bytes = typeof part === 'string' ? addressBytes(part) : part;
    if (!bytes) throw new RangeError('A seed is not an address.');
    return bytes;
  });
  for (let bump = 255; bump >= 0; bump -= 1) {
    const preimage = [...parts.slice(0, -1), [bump], parts.at(-1)!, MARKER].flatMap((part) => [...part]);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(preimage)));
    if (!isOnCurve(hash)) return base58FromBytes(hash);
  }
  throw new Error('Bug: one bump in two is off the curve, and none of 256 was.');
}

/** Whether 32 bytes are a compressed point of the curve: whether some x satisfies -x² + y² = 1 + dx²y². */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = BigInt(bytes[31]! & 0x7f);
  for (let index = 30; index >= 0; index -= 1) y = y * 256n + BigInt(bytes[index]!);
  const square = (y * y) % P;
  // x² = (y² - 1) / (dy² + 1). A quotient is a square exactly if the product is one; Euler's criterion
  // decides.
  const product = ((square - 1n + P) * (D * square + 1n)) % P;
  return power(product, (P - 1n) / 2n) <= 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}
