const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The bytes as base58, as Solana writes addresses and signatures. */
export function base58FromBytes(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** The 32 bytes of an address, or null if the text is not an address. */
export function addressBytes(address: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return null;
  let number = 0n;
  for (const character of address) number = number * 58n + BigInt(ALPHABET.indexOf(character));
  const bytes = new Uint8Array(32);
  for (let index = 31; index >= 0; index -= 1, number >>= 8n) bytes[index] = Number(number & 0xffn);
  // Encoding it again must give the same text: the number fits 32 bytes, and leading ones match leading zero
  // bytes.
  return number === 0n && base58FromBytes(bytes) === address ? bytes : null;
}
