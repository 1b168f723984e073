import { randomBytes } from 'node:crypto';
import { hashSecret } from '../lib/secrets.ts';

/** Ten: a year of forgotten phones. */
const CODES = 10;
/** Crockford's 32 letters: none is taken for a digit. 5 bits each. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/** Ten codes of 80 random bits, such as `K7QM-3FZA-…`, and what is stored of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: Uint8Array[] } {
  const codes = Array.from({ length: CODES }, () => {
    const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % 32]!).join('');
    return letters.match(/.{4}/g)!.join('-');
  });
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** What is stored of a code, however a person types it. */
export function hashRecoveryCode(code: string): Uint8Array {
  return hashSecret(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
}
