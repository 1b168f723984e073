const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Two digits at a time. */
const PAIRS = [...DIGITS].flatMap((first) => [...DIGITS].map((second) => first + second));

/**
 * `bytes` in base58, each leading zero byte as one `1`. Their number is a multiple of four. Several times as
 * fast as kit's codec, which calculates with bigints: every request needs an id.
 */
export function toBase58(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes;
  const view = new DataView(buffer, byteOffset, length);
  const words: number[] = [];
  for (let at = 0; at < length; at += 4) words.push(view.getUint32(at));
  let text = '';
  for (let first = 0; first < words.length;) {
    let rest = 0;
    for (let at = first; at < words.length; at += 1) {
      // Below 2 ** 44, so that the division is exact.
      const value = rest * 2 ** 32 + words[at]!;
      words[at] = Math.floor(value / PAIRS.length);
      rest = value - words[at]! * PAIRS.length;
    }
    text = PAIRS[rest]! + text;
    while (words[first] === 0) first += 1;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? length : zeros) + text.replace(/^1+/, '');
}
