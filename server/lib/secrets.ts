import { hash } from 'node:crypto';

/**
 * What is stored of a key or client secret: its SHA-256. These carry 256 random bits, so a slow hash would
 * add nothing, and one index lookup finds them.
 */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
