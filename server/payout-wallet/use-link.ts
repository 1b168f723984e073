import type { Signature } from '@solana/kit';
import {
  fromBase64,
  isFullySigned,
  readTransaction,
  type ReadTransaction,
} from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { wireBytes } from '../chain/transaction.ts';
import { type Outcome, readOutcome, waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { MerchantRow } from '../merchants/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type Changer, changePayoutWallet, type OldWalletProof } from './change.ts';
import { findLink, type LinkRow, spendLink } from './queries.ts';

/** Two blocks confirm a transaction; 20 s outlasts a leader that skips its turn, and a waiting client. */
const CONFIRM_MS = 20_000;
/**
 * A node that rejects a transaction may already have it. If so it is confirmed within two blocks, about a
 * second.
 */
const REFUSED_CONFIRM_MS = 3_000;

/**
 * Broadcasts the issued transaction that the wallet signed, waits for its confirmation, and makes the wallet
 * the payout wallet, at once or after it has waited. The transaction is identified by its bytes and found again on chain, so the same request
 * may be repeated after a crash. Throws onchain_proof_unavailable, wallet_verification_failed,
 * transaction_not_issued; ChainUnavailableError.
 */
export async function useLink(
  deployment: Deployment,
  tenant: Tenant,
  proof: {
    address: string;
    memo: string;
    signedTransaction: string;
    testOnly?: boolean | undefined;
    oldWallet?: OldWalletProof | undefined;
  },
  changer: Changer,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<MerchantRow> {
  const chain = chainOf(deployment, tenant.livemode);
  if (chain === null) throw new ApiError('onchain_proof_unavailable');
  const link = await findLink(deployment.db, tenant, proof.memo);
  if (link === null || link.address !== proof.address || link.expiresAt <= now) {
    throw failed(
      'The memo was not issued for this wallet, or it has expired. Ask for a new transaction.',
      'memo',
    );
  }
  if (link.usedAt !== null) throw failed(USED, 'memo');
  const { signature, wire } = await readSigned(link, proof.signedTransaction);
  const outcome = await land(deployment, chain, { signature, wire, signal });
  if (outcome === 'failed') throw failed('The transaction failed on chain. Ask for a new one.');
  if (outcome === 'unknown') {
    throw failed(
      'The transaction was not confirmed. The wallet needs a little SOL for the network fee, and has about a minute to sign. Repeat the request, or ask for a new transaction.',
    );
  }
  return deployment.db.begin(async (tx) => {
    const usedAt = deployment.clock.seconds();
    if (!(await spendLink(tx, link, { txSignature: signature, now: usedAt }))) throw failed(USED, 'memo');
    const { testOnly, oldWallet } = proof;
    const change = { address: link.address, testOnly, oldWallet };
    return changePayoutWallet(tx, deployment, tenant, change, changer, usedAt);
  });
}

const USED = 'The transaction was used already. Ask for a new one.';

/** The signed transaction, which must equal the issued one byte for byte. */
async function readSigned(
  link: LinkRow,
  signedTransaction: string,
): Promise<{ signature: Signature; wire: Uint8Array }> {
  const read = readSafely(signedTransaction);
  if (read === null || !Buffer.from(link.message).equals(Buffer.from(read.transaction.messageBytes))) {
    throw new ApiError('transaction_not_issued', { param: 'signedTransaction' });
  }
  if (read.signature === null || !(await isFullySigned(read))) {
    throw failed("The transaction does not bear the wallet's signature.", 'signedTransaction');
  }
  return { signature: read.signature, wire: wireBytes(read.transaction) };
}

function readSafely(signedTransaction: string): ReadTransaction | null {
  try {
    return readTransaction(fromBase64(signedTransaction));
  } catch {
    return null;
  }
}

async function land(
  { clock }: Deployment,
  chain: Chain,
  { signature, wire, signal }: { signature: Signature; wire: Uint8Array; signal: AbortSignal },
): Promise<Outcome> {
  // An earlier request may have sent it, and died.
  const earlier = await readOutcome(chain, signature, { searchHistory: true });
  if (earlier !== 'unknown') return earlier;
  const { accepted } = await sendWire(chain, wire);
  const timeoutMs = accepted ? CONFIRM_MS : REFUSED_CONFIRM_MS;
  return waitUntilConfirmed(clock, chain, signature, signal, timeoutMs);
}

function failed(message: string, param?: string): ApiError {
  return new ApiError('wallet_verification_failed', { message, ...(param === undefined ? {} : { param }) });
}
