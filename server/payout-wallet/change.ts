import { ApiError } from '../../rules/api-error.ts';
import { agreesTo } from '../../rules/challenge.ts';
import { PAYOUT_CHANGE_SECONDS } from '../../rules/lifetimes.ts';
import { MAINNET_GENESIS } from '../chain/mainnet.ts';
import type { Tx } from '../db/connect.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Deployment } from '../deployment.ts';
import { enqueue } from '../jobs/enqueue.ts';
import {
  getMerchant,
  lockMerchant,
  type MerchantRow,
  updatePayoutWallet,
  updatePendingChange,
} from '../merchants/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { isTestWallet } from '../wallet-proof/test-wallets.ts';
import { useChallenge } from '../wallet-proof/challenge.ts';
import { tellOwners } from './tell-owners.ts';

/** The signature of the present wallet, which agrees to its successor. */
export interface OldWalletProof {
  message: string;
  signature: string;
}

/** Who asks for a change. */
export interface Changer {
  accountId: string;
  /** They have lately proven a second factor that a thief of their password could not have added. */
  hasFreshSecondFactor: boolean;
  audit: AuditTrail | null;
}

/**
 * Makes a wallet that has proved itself the payout wallet: the first one, and any of test mode alone, at once. A change takes effect at once with a
 * fresh second factor, or if the present wallet agrees. Otherwise it waits, in the place of one that waits already, and everything still goes
 * to the present wallet; the same change asked for again goes on waiting for what is left. The merchant is locked, so that of several at
 * once each sees what the others did. A wallet that this service made for testing is set for test mode alone, and refused in live mode, unless the live
 * chain is no mainnet. Call it in the transaction that consumes the proof. Throws wallet_verification_failed.
 */
export async function changePayoutWallet(
  tx: Tx,
  deployment: Deployment,
  { merchantId, livemode }: Tenant,
  {
    address,
    oldWallet,
    ...asked
  }: { address: string; testOnly?: boolean | undefined; oldWallet?: OldWalletProof | undefined },
  { accountId, hasFreshSecondFactor, audit }: Changer,
  now: number,
): Promise<MerchantRow> {
  await lockMerchant(tx, merchantId);
  const merchant = await getMerchant(tx, merchantId);
  const { payoutWallet } = merchant;
  const isWorthless = await isForTestingAlone(tx, deployment, address);
  if (isWorthless && livemode && asked.testOnly !== true) {
    throw new ApiError('wallet_verification_failed', {
      param: 'address',
      message:
        'POST /v1/test/wallets made this wallet, and showed its key: real money is never paid to it. Prove a wallet of your own.',
    });
  }
  const testOnly = asked.testOnly === true || isWorthless;
  const proven = { payoutWallet: address, payoutWalletVerifiedAt: now, testOnly };
  if (testOnly || payoutWallet === null || payoutWallet === address) {
    return updatePayoutWallet(tx, merchantId, proven);
  }
  audit?.note({ address, previous: payoutWallet });
  const agrees = oldWallet !== undefined;
  if (agrees) await requireAgreement(tx, { merchantId, payoutWallet, address, ...oldWallet }, now);
  const told = { present: payoutWallet, next: address };
  if (agrees || hasFreshSecondFactor) {
    await tellOwners(tx, deployment, merchant, { ...told, state: 'changed', takesEffectAt: now });
    return updatePayoutWallet(tx, merchantId, proven);
  }
  if (merchant.pendingPayoutWallet === address) return merchant;
  const takesEffectAt = now + PAYOUT_CHANGE_SECONDS;
  audit?.note({ takesEffectAt });
  const waiting = { address, provenAt: now, takesEffectAt, by: accountId };
  const changed = await updatePendingChange(tx, merchantId, waiting);
  await tellOwners(tx, deployment, merchant, { ...told, state: 'waiting', takesEffectAt });
  await enqueue(
    tx,
    'payout-wallets:change',
    {},
    { runAt: takesEffectAt, jobKey: `payout-wallet/${merchantId}` },
  );
  return changed;
}

/** Made by this service for testing, where the merchant is, or may one day be, paid real money. */
async function isForTestingAlone(tx: Tx, { chains }: Deployment, address: string): Promise<boolean> {
  const isLiveForTests = chains.live !== null && chains.live.genesisHash !== MAINNET_GENESIS;
  return !isLiveForTests && (await isTestWallet(tx, address));
}

/** The present wallet has signed that this very wallet follows it. */
async function requireAgreement(
  tx: Tx,
  {
    merchantId,
    payoutWallet,
    address,
    message,
    signature,
  }: { merchantId: string; payoutWallet: string; address: string } & OldWalletProof,
  now: number,
): Promise<void> {
  const proof = { purpose: 'payout_change', merchantId, address: payoutWallet, message, signature } as const;
  const outcome = await useChallenge(tx, proof, now);
  if (!outcome.ok) throw refused(outcome.reason);
  if (!agreesTo(message, merchantId, address)) {
    throw refused('The present wallet agreed to another wallet than this one. Ask for a new challenge.');
  }
}

function refused(reason: string): ApiError {
  return new ApiError('wallet_verification_failed', {
    param: 'oldWallet',
    message: `The payout wallet stays as it is. ${reason}`,
  });
}
