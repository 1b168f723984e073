/**
 * Every encoding of an ed25519 point whose order divides 8, without its sign bit (libsodium,
 * `ge25519_has_small_order`).
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** Whether signatures for this address can be made without a key. `address` has 32 bytes. */
export function isSmallOrder(address: Uint8Array): boolean {
  const unsigned = Array.from(address, (byte, at) => (at === 31 ? byte & 0x7f : byte));
  return SMALL_ORDER.has(unsigned.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}
