import type { Address } from '@solana/kit';
import { parseAddress } from './solana-address.ts';

/** A program and the file that holds its compiled form. */
export interface ProgramFile {
  address: Address;
  path: string;
}

/** `address=path` as a program file; null for other text. */
export function parseProgramFile(text: string): ProgramFile | null {
  const at = text.indexOf('=');
  const [address, path] = [parseAddress(text.slice(0, Math.max(at, 0))), text.slice(at + 1)];
  return address === null || path === '' ? null : { address, path };
}
