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
  return '1'.repeat(zerosOf(bytes)) + text.replace(/^1+/, '');
}

const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/**
 * The `length` bytes that `text` is in base58; null if it is anything else. `length` is a multiple of four.
 */
export function fromBase58(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  const words = Array.from({ length: length / 4 }, () => 0);
  let at = 0;
  while (at < text.length) {
    // Three digits at a time.
    let factor = 1;
    let carry = 0;
    for (const end = Math.min(at + 3, text.length); at < end; at += 1) {
      const value = VALUES.get(text[at]!);
      if (value === undefined) return null;
      carry = carry * 58 + value;
      factor *= 58;
    }
    for (let word = words.length - 1; word >= 0; word -= 1) {
      // Below 2 ** 50.
      const value = words[word]! * factor + carry;
      carry = Math.floor(value / 2 ** 32);
      words[word] = value - carry * 2 ** 32;
    }
    if (carry > 0) return null;
  }
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (const [word, value] of words.entries()) view.setUint32(4 * word, value);
  return zerosOf(bytes) === onesOf(text) ? bytes : null;
}

function zerosOf(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length : first;
}

function onesOf(text: string): number {
  let ones = 0;
  while (text[ones] === '1') ones += 1;
  return ones;
}
