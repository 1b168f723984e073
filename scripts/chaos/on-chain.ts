import { readTransaction } from '../../server/chain/read-transaction.ts';
import type { Stage } from './stage.ts';

/** The signatures of what succeeded under a reference. */
export async function landedUnder(stage: Stage, reference: string): Promise<string[]> {
  const found: { signature: string; err: unknown }[] = await stage.rpc('getSignaturesForAddress', [
    reference,
    { commitment: 'confirmed' },
  ]);
  return found.filter(({ err }) => err === null).map(({ signature }) => signature);
}

/** A wallet's balance of a token, in atomic units. */
export async function balanceOf(stage: Stage, owner: string, mint: string): Promise<bigint> {
  const { value } = await stage.rpc('getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ]);
  return BigInt(value[0].account.data.parsed.info.tokenAmount.amount);
}

/** The programs that a landed transaction calls. */
export async function programsOf(stage: Stage, signature: string): Promise<string[]> {
  const landed = await stage.rpc('getTransaction', [
    signature,
    { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ]);
  const read = landed === null ? null : readTransaction(Buffer.from(landed.transaction[0], 'base64'));
  return read?.instructions.map(({ program }) => program) ?? [];
}
