import assert from 'node:assert/strict';
import { type Exchange, refused } from '../../client.ts';
import { withAnotherAmount } from '../../wallet.ts';
import type { Shop, World } from '../../world.ts';
import type { Checks } from '../check.ts';
import { afterPending } from '../after-pending.ts';
import { waited } from '../waiting.ts';
import { create } from './requests.ts';

/** What a payer's wallet signed for another mandate. */
async function foreignTransaction(world: World, shop: Shop): Promise<string> {
  const other = await world.open(shop);
  const { body } = await world.checkout(shop, other, 'instruction');
  return other.payer.signTransaction(body.transaction);
}

/** What each operation that takes a signed transaction answers to one that it did not issue, by the operation. */
async function notIssued(world: World): Promise<Record<string, Exchange>> {
  const shop = await world.shop();
  const { at, ok, call, payee } = shop;
  const opened = await world.open(shop);
  const { transaction } = (await world.checkout(shop, opened, 'instruction')).body;
  const { approveAmount } = (await world.checkout(shop, opened, '')).body;
  const signed = await opened.payer.signTransaction(withAnotherAmount(transaction, approveAmount));
  const submit = (signedTransaction: string) => world.checkout(shop, opened, 'submit', { signedTransaction });
  const foreign = await foreignTransaction(world, shop);

  const paid = await world.activate(shop);
  const charge = (await world.charges(shop, paid.id)).body.data.find(
    ({ status }: { status: string }) => status === 'succeeded',
  );
  const refund = async (amount: string) =>
    (await ok('POST', `/v1/charges/${charge.id}/refund`, { body: { amount } })).body;
  const [one, two] = [await refund('1000'), await refund('2000')];
  const submitRefund = (signedTransaction: string) =>
    call('POST', `/v1/refunds/${one.id}/submit`, { body: { signedTransaction } });

  const { token } = await world.signIn(at, paid.payer);
  const second = await world.open(shop, {}, paid.payer);
  const consent = (await world.checkout(shop, second, 'instruction')).body.transaction;
  const submitTopUp = await at.call('POST', `/v1/wallet/mandates/${paid.id}/submit`, {
    key: token,
    body: { signedTransaction: await paid.payer.signTransaction(consent) },
  });

  const { headers } = await world.person();
  const link = async () =>
    (await at.ok('GET', `/v1/payout_wallet/link_tx?address=${payee.address}`, { headers })).body;
  const [asked, another] = [await link(), await link()];
  const signedTransaction = await payee.signTransaction(another.transaction);
  const body = { address: payee.address, memo: asked.memo, signedTransaction };
  const linked = await at.call('POST', '/v1/payout_wallet/link', { headers, body });
  return {
    'checkout, another mandate': await submit(foreign),
    'checkout, another amount': await submit(signed),
    'refund, another refund': await submitRefund(await payee.signTransaction(two.transaction)),
    'refund, another amount': await submitRefund(
      await payee.signTransaction(withAnotherAmount(one.transaction, one.amount)),
    ),
    'wallet, another mandate': submitTopUp,
    'payout wallet, another link': linked,
  };
}

export const SETTLEMENT: Checks = {
  transaction_not_issued: async (world) => {
    const answers = await notIssued(world);
    for (const answer of Object.values(answers)) {
      refused(answer, 400, 'transaction_not_issued', 'signedTransaction');
    }
    return answers['checkout, another amount']!;
  },
  broadcast_unavailable: async (world) => {
    const { liveKey } = await world.shop();
    return refused(await create(world, {}, { key: liveKey }), 400, 'broadcast_unavailable');
  },
  purchases_unavailable: async (world) => {
    const { liveKey } = await world.shop();
    return refused(await create(world, { sellMode: 'once' }, { key: liveKey }), 400, 'purchases_unavailable');
  },
  receipts_unavailable: async (world) => {
    const { chainless } = world.deployments;
    const { call } = await world.openShop(chainless);
    return refused(await call('GET', '/v1/charges/chg_1/receipt'), 400, 'receipts_unavailable');
  },
  onchain_proof_unavailable: async (world) => {
    const { chainless } = world.deployments;
    const { headers } = await world.signUp(chainless);
    const { payee } = await world.shop();
    const path = `/v1/payout_wallet/link_tx?address=${payee.address}`;
    return refused(await chainless.call('GET', path, { headers }), 400, 'onchain_proof_unavailable');
  },
  mandate_not_pending: async (world) => {
    const { answers } = await afterPending(world);
    for (const answer of answers) refused(answer, 409, 'mandate_not_pending');
    return answers[0]!;
  },
  already_revoked: async (world) => {
    const { shop, id } = await world.revoked();
    return refused(await shop.call('POST', `/v1/mandates/${id}/revoke`), 409, 'already_revoked');
  },
  verification_failed: async (world) => {
    const shop = await world.shop();
    const poor = await world.wallet(shop, '999999');
    const opened = await world.open(shop, {}, poor);
    const answer = await world.authorize(shop, opened);
    assert.equal((await world.mandate(shop, opened.id)).body.status, 'pending');
    return refused(answer, 402, 'verification_failed');
  },
  refund_exceeds_charge: async (world) => {
    const { shop, id } = await world.completed();
    const [charge] = (await world.charges(shop, id)).body.data;
    const refund = (amount: string) =>
      shop.call('POST', `/v1/charges/${charge.id}/refund`, { body: { amount } });
    const answer = refused(await refund('1000001'), 400, 'refund_exceeds_charge', 'amount');
    // Nor in parts: two of them would be more than was received.
    const own = await world.activate(await world.shop());
    const ownShop = await world.shop();
    const { data } = (await world.charges(ownShop, own.id)).body;
    const paid = data.find(({ status }: { status: string }) => status === 'succeeded');
    const part = (amount: string) =>
      ownShop.call('POST', `/v1/charges/${paid.id}/refund`, { body: { amount } });
    assert.equal((await part('600000')).status, 201);
    refused(await part('400001'), 400, 'refund_exceeds_charge', 'amount');
    assert.equal((await part('400000')).status, 201);
    return answer;
  },
  refund_failed: async (world) => {
    const shop = await world.openShop();
    const { id } = await world.activate(shop);
    // The payee spends all it has, what was just paid included: a refund would have to move what is not there.
    const balance = `/v1/wallet/balance?address=${shop.payee.address}&mint=${shop.mint}`;
    const all = (await shop.at.ok('GET', balance)).body.amount;
    const spending = { sellMode: 'once', maxPeriods: null, amountPerPeriod: all };
    const elsewhere = { ...shop, payee: await world.wallet(shop) };
    await world.activate(elsewhere, spending, shop.payee);
    const paid = (await world.charges(shop, id)).body.data.at(-1);
    const answer = await shop.call('POST', `/v1/charges/${paid.id}/refund`);
    assert.match(answer.body.error.message, /The chain said: insufficient funds/);
    return refused(answer, 400, 'refund_failed');
  },
  wallet_verification_failed: async (world) => {
    // A challenge and a link that have expired.
    const { payout, link } = await waited(world);
    refused(payout.late, 400, 'wallet_verification_failed');
    refused(link, 400, 'wallet_verification_failed', 'memo');
    const { headers } = await world.person();
    const { payee } = await world.shop();
    const { address } = payee;
    const asked = await world.embedded.ok('GET', `/v1/payout_wallet/challenge?address=${address}`, {
      headers,
    });
    const body = {
      address,
      message: asked.body.message,
      signature: await payee.signMessage('something else'),
    };
    const answer = await world.embedded.call('POST', '/v1/payout_wallet', { headers, body });
    return refused(answer, 400, 'wallet_verification_failed');
  },
};
