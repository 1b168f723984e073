import { createHash } from 'node:crypto';

/**
 * What is kept of a key or client secret: its SHA-256. They carry 256 random bits, so there is nothing for a slow hash to
 * protect, and one lookup by an index finds them.
 */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
