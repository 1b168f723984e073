import { PROOF_SECONDS } from '../../rules/lifetimes.ts';
import { createNoopSigner } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { unsignedTransaction } from '../chain/wallet-transaction.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { newSecret } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { signableAddress } from '../wallet-proof/challenge.ts';
import { insertLink, type LinkRow } from './queries.ts';

/**
 * Issues a transaction whose only effect is to state, signed and paid for by the wallet, that it proves a
 * payout wallet. Throws onchain_proof_unavailable, parameter_invalid (address); ChainUnavailableError.
 */
export async function issueLink(
  deployment: Deployment,
  { merchantId, livemode }: Tenant,
  { address, now }: { address: string; now: number },
): Promise<{ link: Omit<LinkRow, 'usedAt' | 'txSignature'>; transaction: string }> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) throw new ApiError('onchain_proof_unavailable');
  const wallet = signableAddress(address);
  const memo = newSecret('autopay payout wallet ');
  const instruction = getAddMemoInstruction(
    { memo, signers: [createNoopSigner(wallet)] },
    { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
  );
  const { message, transaction, lastValidBlockHeight } = await unsignedTransaction(chain, wallet, [
    instruction,
  ]);
  const link = {
    memo,
    merchantId,
    livemode,
    address,
    message,
    lastValidBlockHeight: Number(lastValidBlockHeight),
    issuedAt: now,
    expiresAt: now + PROOF_SECONDS,
  };
  await insertLink(deployment.db, link);
  return { link, transaction };
}
