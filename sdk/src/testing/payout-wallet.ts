import { PROOF_SECONDS } from '../../../rules/lifetimes.ts';
import { presentChallenge, presentLink } from '../../../rules/merchants/present-payout-wallet.ts';
import { presentMerchant } from '../../../rules/merchants/present.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { sameBytes } from './bytes.ts';
import { land } from './chain.ts';
import { newAddress, newSecret } from './ids.ts';
import { memoInstruction } from './instructions.ts';
import type { Handlers } from './operation.ts';
import { compile, isFullySigned, readTransaction, signatureOf } from './transaction.ts';
import { issueChallenge, requireWallet, useChallenge } from './wallet-proof.ts';
import { chainOf, isOf, tenantOf, type World } from './world.ts';

/** Sets one wallet for both modes, or for test mode alone. */
function setWallet(world: World, merchantId: string, wallet: string, testOnly = false) {
  const provenAt = world.shownNow;
  const change = testOnly
    ? { testPayoutWallet: wallet, testPayoutWalletVerifiedAt: provenAt }
    : {
        payoutWallet: wallet,
        payoutWalletVerifiedAt: provenAt,
        testPayoutWallet: null,
        testPayoutWalletVerifiedAt: null,
      };
  return Object.assign(world.merchants.get(merchantId), change);
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
    const { address } = call.query;
    const challenge = issueChallenge(world, { purpose: 'payout', merchantId, address });
    return { status: 200, body: presentChallenge(challenge, livemode) };
  },
  setPayoutWallet: async (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    const { testOnly = false, ...proof } = call.body;
    await useChallenge(world, { ...proof, purpose: 'payout', merchantId }, 'wallet_verification_failed');
    const merchant = setWallet(world, merchantId, proof.address, testOnly);
    return { status: 200, body: presentMerchant(merchant, livemode) };
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
    const { address, memo, signedTransaction, testOnly = false } = call.body;
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
    return {
      status: 200,
      body: presentMerchant(setWallet(world, tenant.merchantId, address, testOnly), tenant.livemode),
    };
  },
} satisfies Pick<
  Handlers,
  'getPayoutWalletChallenge' | 'setPayoutWallet' | 'getPayoutWalletLinkTransaction' | 'linkPayoutWallet'
>;
