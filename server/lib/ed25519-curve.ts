/** The field's prime, 2 ** 255 - 19, and the curve's constant (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether 32 bytes are the encoding of a point on ed25519. The x of a point with this y exists if and only if
 * (y² - 1) / (dy² + 1) is a square: the Jacobi symbol tells that in a sixth of the time that calculating x takes.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 32);
  let y = view.getBigUint64(24, true) & (2n ** 63n - 1n);
  for (const at of [16, 8, 0]) y = (y << 64n) | view.getBigUint64(at, true);
  const square = (y * y) % P;
  // A quotient is a square where the product is.
  const product = ((square + P - 1n) * (D * square + 1n)) % P;
  // There x is 0, and has no sign.
  if (product === 0n) return view.getUint8(31) < 0x80;
  return jacobi(product, P) === 1;
}

/** The Jacobi symbol (a/n) of a positive `a` and an odd `n` (Cohen, algorithm 1.4.10, without its table). */
function jacobi(a: bigint, n: bigint): number {
  let sign = 1;
  while (a !== 0n) {
    while ((a & 1n) === 0n) {
      a >>= 1n;
      const rest = n & 7n;
      if (rest === 3n || rest === 5n) sign = -sign;
    }
    if ((a & 3n) === 3n && (n & 3n) === 3n) sign = -sign;
    [a, n] = [n % a, a];
  }
  return n === 1n ? sign : 0;
}
