import { agreesTo } from '../../../rules/challenge.ts';
import { PAYOUT_CHANGE_SECONDS, PROOF_SECONDS } from '../../../rules/lifetimes.ts';
import { presentChallenge, presentLink } from '../../../rules/merchants/present-payout-wallet.ts';
import { presentMerchant } from '../../../rules/merchants/present.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { sameBytes } from './bytes.ts';
import { land } from './chain.ts';
import { newAddress, newSecret } from './ids.ts';
import { memoInstruction } from './instructions.ts';
import type { Handlers } from './operation.ts';
import type { MerchantRow, Tenant } from './rows.ts';
import { compile, isFullySigned, readTransaction, signatureOf } from './transaction.ts';
import { issueChallenge, requireWallet, useChallenge } from './wallet-proof.ts';
import { chainOf, isOf, tenantOf, type World } from './world.ts';

/** A wallet that has proved itself, and what the present one says of it. */
interface Proven {
  address: string;
  testOnly?: boolean | undefined;
  oldWallet?: { message: string; signature: string } | undefined;
}

/** The first wallet, and one for test mode alone, is set at once; one that was made for testing counts for test mode alone. A change waits, unless the present wallet agrees. */
async function changeWallet(
  world: World,
  { merchantId, livemode }: Tenant,
  { address, oldWallet, ...asked }: Proven,
) {
  // A live chain of the fake's is none with real money.
  const isWorthless = world.live === null && world.testWallets.has(address);
  if (isWorthless && livemode && asked.testOnly !== true) {
    const message =
      'POST /v1/test/wallets made this wallet, and showed its key: real money is never paid to it. Prove a wallet of your own.';
    throw new ApiError('wallet_verification_failed', { param: 'address', message });
  }
  const testOnly = asked.testOnly === true || isWorthless;
  const merchant = world.merchants.get(merchantId);
  const { payoutWallet } = merchant;
  const provenAt = world.shownNow;
  if (testOnly) {
    return Object.assign(merchant, { testPayoutWallet: address, testPayoutWalletVerifiedAt: provenAt });
  }
  if (payoutWallet === null || payoutWallet === address) return setWallet(merchant, address, provenAt);
  if (oldWallet !== undefined) {
    const proof = { ...oldWallet, purpose: 'payout_change', merchantId, address: payoutWallet } as const;
    await useChallenge(world, proof, 'wallet_verification_failed', 'oldWallet');
    if (agreesTo(oldWallet.message, merchantId, address)) return setWallet(merchant, address, provenAt);
    throw failed(
      'The present wallet agreed to another wallet than this one. Ask for a new challenge.',
      'oldWallet',
    );
  }
  if (merchant.pendingPayoutWallet === address) return merchant;
  return Object.assign(merchant, {
    pendingPayoutWallet: address,
    pendingPayoutWalletProvenAt: provenAt,
    pendingPayoutWalletFrom: provenAt + PAYOUT_CHANGE_SECONDS,
  });
}

function setWallet(merchant: MerchantRow, payoutWallet: string, payoutWalletVerifiedAt: number): MerchantRow {
  return Object.assign(merchant, {
    payoutWallet,
    payoutWalletVerifiedAt,
    testPayoutWallet: null,
    testPayoutWalletVerifiedAt: null,
    pendingPayoutWallet: null,
    pendingPayoutWalletProvenAt: null,
    pendingPayoutWalletFrom: null,
  });
}

/** Lets changes take effect whose time has come. */
export function applyPayoutChanges(world: World): void {
  const isDue = ({ pendingPayoutWalletFrom: from }: MerchantRow) => from !== null && from <= world.shownNow;
  for (const merchant of world.merchants.filter(isDue)) {
    setWallet(merchant, merchant.pendingPayoutWallet!, merchant.pendingPayoutWalletProvenAt!);
  }
}

function requireProofChain(world: World, livemode: boolean) {
  const chain = chainOf(world, livemode);
  if (chain === null) throw new ApiError('onchain_proof_unavailable');
  return chain;
}

function failed(message: string, param: string): ApiError {
  return new ApiError('wallet_verification_failed', { message, param });
}

/** The operations on the payout wallet. */
export const payoutWalletHandlers = {
  getPayoutWalletChallenge: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    const { address, newAddress } = call.query;
    if (newAddress !== undefined) requireWallet(newAddress, 'newAddress');
    const purpose = newAddress === undefined ? 'payout' : 'payout_change';
    const challenge = issueChallenge(world, { purpose, merchantId, address, newAddress });
    return { status: 200, body: presentChallenge(challenge, livemode) };
  },
  setPayoutWallet: async (world, call) => {
    const tenant = tenantOf(call);
    const { merchantId } = tenant;
    const { testOnly, oldWallet, ...proof } = call.body;
    await useChallenge(world, { ...proof, purpose: 'payout', merchantId }, 'wallet_verification_failed');
    const merchant = await changeWallet(world, tenant, { address: proof.address, testOnly, oldWallet });
    return { status: 200, body: presentMerchant(merchant, tenant.livemode) };
  },
  getPayoutWalletLinkTransaction: (world, call) => {
    const tenant = tenantOf(call);
    const { livemode } = tenant;
    const { address } = call.query;
    const chain = requireProofChain(world, livemode);
    requireWallet(address);
    const memo = newSecret('autopay payout wallet ');
    const { message, transaction } = compile(address, [memoInstruction(address, memo)], newAddress());
    const issuedAt = world.shownNow;
    const expiresAt = issuedAt + PROOF_SECONDS;
    world.links.insert({ ...tenant, id: memo, address, message, expiresAt, used: false });
    const lastValidBlockHeight = chain.blockHeight + 150;
    const link = { livemode, issuedAt, address, memo, lastValidBlockHeight, expiresAt };
    return { status: 200, body: presentLink(link, transaction) };
  },
  linkPayoutWallet: async (world, call) => {
    const tenant = tenantOf(call);
    const { address, memo, signedTransaction, testOnly, oldWallet } = call.body;
    const chain = requireProofChain(world, tenant.livemode);
    const link = world.links.find(memo);
    if (!link || !isOf(tenant)(link) || link.address !== address || link.expiresAt <= world.shownNow) {
      const message =
        'The memo was not issued for this wallet, or it has expired. Ask for a new transaction.';
      throw failed(message, 'memo');
    }
    if (link.used) throw failed('The transaction was used already. Ask for a new one.', 'memo');
    const read = readTransaction(signedTransaction);
    if (read === null || !sameBytes(read.message, link.message)) {
      throw new ApiError('transaction_not_issued', { param: 'signedTransaction' });
    }
    if (!(await isFullySigned(read))) {
      throw failed("The transaction does not bear the wallet's signature.", 'signedTransaction');
    }
    land(chain, { now: world.shownNow, feePayer: address, signature: signatureOf(read) });
    link.used = true;
    const merchant = await changeWallet(world, tenant, { address, testOnly, oldWallet });
    return { status: 200, body: presentMerchant(merchant, tenant.livemode) };
  },
} satisfies Pick<
  Handlers,
  'getPayoutWalletChallenge' | 'setPayoutWallet' | 'getPayoutWalletLinkTransaction' | 'linkPayoutWallet'
>;
