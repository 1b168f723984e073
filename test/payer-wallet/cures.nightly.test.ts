import { address } from '@solana/kit';
import { getBurnInstruction, getCloseAccountInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOnChain } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';
import {
  accountOf,
  advance,
  approve,
  DAY,
  listMint,
  PRICE,
  signAndLand,
  subscribe,
} from '../schedule/support.ts';
import { newPayer, type Payer } from './support.ts';

let service: TestService;
let coffee: TestMerchant;
let tea: TestMerchant;
beforeAll(async () => {
  service = await TestService.start();
  [coffee, tea] = await Promise.all([service.merchant('Coffee Club'), service.merchant('Tea Club')]);
});
afterAll(() => service.stop());

/** One more payment within the 30 days. */
const terms = { periodSeconds: 20 * DAY };

/** What the payer is told, once nothing is being settled. */
async function told(payer: Payer) {
  const { status, body } = await payer.get('/cures');
  expect(status).toBe(200);
  return body.cures;
}
/** The same once it can be told: not while something of the token settles. */
const known = (payer: Payer) => eventually(() => told(payer));
/** The same once there is something to tell: of a token that something changes about meanwhile there is not. */
const lacks = (payer: Payer) =>
  eventually(async () => {
    const cures = await told(payer);
    return cures !== null && cures.length > 0 && cures;
  });
const fund = (payer: Payer, mint: string, amount: bigint) =>
  coffee.api.test.fund({ address: payer.wallet.address, mint, amount: amount.toString() });

describe('a payer is told before it is due', () => {
  test('what all merchants together will lack, until the tokens have arrived', async () => {
    const mint = await service.mint(coffee);
    const payer = await newPayer(service, coffee, { mint, amount: String(3n * PRICE) });
    const first = await subscribe(service, coffee, { payer: payer.wallet, mint, terms });
    expect(await known(payer)).toEqual([]);
    // Its clock is a day ahead, so its second payment is due first.
    const second = await subscribe(service, tea, {
      payer: payer.wallet,
      mint,
      terms,
    });
    await advance(tea, DAY);
    // What was pulled just now is confirmed a moment later.
    const [cure, ...others] = await lacks(payer);
    expect(others).toEqual([]);
    expect(cure).toMatchObject({
      kind: 'add_funds',
      reason: 'insufficient_funds',
      mint,
      decimals: 6,
      mandateId: first.id,
      amount: String(PRICE),
      amountForFirst: String(PRICE),
      by: first.anchorAt + 20 * DAY,
    });
    // Each merchant's forecast counts its own dues, which the wallet covers.
    for (const { api } of [coffee, tea]) expect((await api.forecast.get()).atRisk).toEqual([]);
    await fund(payer, mint, PRICE);
    await eventually(async () => (await told(payer))?.length === 0);
    expect((await payer.get(`/mandates/${second.id}`)).body.nextChargeAt).toBe(second.anchorAt + 20 * DAY);
  });

  test('which approval runs out, until one is signed', async () => {
    const payer = await newPayer(service, coffee);
    const { id, mint, delegate, anchorAt } = await subscribe(service, coffee, {
      payer: payer.wallet,
      terms,
    });
    await approve(service, { payer: payer.wallet, mint }, delegate, PRICE - 1n);
    expect(await lacks(payer)).toMatchObject([
      { kind: 'approve', reason: 'allowance_short', mandateId: id, amount: null, by: anchorAt + 20 * DAY },
    ]);
    const { body } = await payer.post(`/mandates/${id}/top_up`, {});
    const signedTransaction = await signIssued(payer.wallet, body.transaction);
    expect((await payer.post(`/mandates/${id}/submit`, { signedTransaction })).status).toBe(200);
    expect(await known(payer)).toEqual([]);
  });

  test('that the account is closed, so that tokens and then an approval are needed', async () => {
    const mint = await service.mint(coffee);
    const payer = await newPayer(service, coffee, { mint, amount: String(10n * PRICE) });
    const { id } = await subscribe(service, coffee, { payer: payer.wallet, mint, terms });
    const { account, tokenProgram } = await accountOf(service, payer.wallet.address, mint);
    const config = { programAddress: tokenProgram };
    const amount = await balanceOnChain(service, payer.wallet.address, mint);
    await signAndLand(service, payer.wallet, (owner) => [
      getBurnInstruction({ account, mint: address(mint), authority: owner, amount }, config),
      getCloseAccountInstruction({ account, destination: owner.address, owner }, config),
    ]);
    expect(await lacks(payer)).toMatchObject([
      { kind: 'add_funds', reason: 'payer_account_missing', mandateId: id, amount: String(PRICE) },
    ]);
    await fund(payer, mint, PRICE);
    const gone = await eventually(async () => {
      const cures = await told(payer);
      return cures?.[0]?.reason === 'allowance_gone' && cures;
    });
    expect(gone).toMatchObject([{ kind: 'approve', mandateId: id }]);
    const { body } = await payer.post(`/mandates/${id}/top_up`, {});
    const signedTransaction = await signIssued(payer.wallet, body.transaction);
    expect((await payer.post(`/mandates/${id}/submit`, { signedTransaction })).status).toBe(200);
    expect(await known(payer)).toEqual([]);
    expect((await payer.get(`/mandates/${id}`)).body.status).toBe('active');
  });

  test('that the issuer froze the account', async () => {
    const mint = await listMint(service, coffee, { freezeAuthority: true });
    const payer = await newPayer(service, coffee, { mint, amount: String(10n * PRICE) });
    const { id } = await subscribe(service, coffee, { payer: payer.wallet, mint, terms });
    const { account } = await accountOf(service, payer.wallet.address, mint);
    await service.rpc('autopay_freezeAccount', [{ tokenAccount: account }]);
    expect(await lacks(payer)).toMatchObject([
      { kind: 'ask_issuer', reason: 'payer_account_frozen', mandateId: id, symbol: 'TEST', amount: null },
    ]);
  });
});

describe('nothing is told', () => {
  let payer: Payer;
  let id: string;
  let mint: string;
  beforeAll(async () => {
    mint = await service.mint(coffee);
    payer = await newPayer(service, coffee, { mint, amount: String(PRICE) });
    ({ id } = await subscribe(service, coffee, { payer: payer.wallet, mint, terms }));
    expect(await lacks(payer)).toHaveLength(1);
  });

  test('while the chain cannot be asked', async () => {
    await service.setFaults({ method: 'getMultipleAccounts', kind: 'refuse' });
    expect(await told(payer)).toBeNull();
    await service.setFaults();
    expect(await lacks(payer)).toHaveLength(1);
  });

  test('by a node that is behind what the service knows to have happened', async () => {
    const { authorizationSlot } = (
      await service.db<
        { authorizationSlot: number }[]
      >`select authorization_slot from mandates where id = ${id}`
    )[0]!;
    await service.db`update mandates set authorization_slot = ${2 ** 40} where id = ${id}`;
    expect(await told(payer)).toBeNull();
    await service.db`update mandates set authorization_slot = ${authorizationSlot} where id = ${id}`;
    expect(await lacks(payer)).toHaveLength(1);
  });

  test('of a token while one of its payments is being settled, which the balance may lack already', async () => {
    const open = service.db`mandate_id = ${id} and status in ('scheduled', 'processing')`;
    await service.db`update charges set status = 'processing' where ${open}`;
    expect(await known(payer)).toEqual([]);
    await service.db`update charges set status = 'scheduled' where ${open}`;
    expect(await lacks(payer)).toHaveLength(1);
  });

  test('to another payer, in the other mode, and of what has ended', async () => {
    const stranger = await newPayer(service, coffee);
    expect(await told(stranger)).toEqual([]);
    expect((await payer.get('/cures', { 'svc-mode': 'live' })).body).toMatchObject({
      livemode: true,
      cures: null,
    });
    await coffee.api.mandates.revoke(id);
    expect(await known(payer)).toEqual([]);
  });
});
