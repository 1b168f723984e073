import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { planReference } from '@autopay/checkout-js/inspect';
import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Chain } from '../../server/chain/rpc.ts';
import { fileSigner, generateKeyFile, type Signer } from '../../server/chain/signer.ts';
import { newPayer, type Payer, slotOnChain } from '../payer-wallet/support.ts';
import {
  advance,
  finalize,
  look,
  MONTH,
  newestCharge,
  PRICE,
  reaches,
  subscribe,
  succeeded,
  trail,
} from '../schedule/support.ts';
import { authorizeMandate, checkout, createMandate } from '../support/checkout.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { broadcast, issuedInstruction, signIssued } from '../support/wallet-signing.ts';

let service: TestService;
let newKey: Signer;
let oldKey: Signer;
beforeAll(async () => {
  service = await TestService.start();
  const path = join(await mkdtemp(join(tmpdir(), 'autopay-ring-')), 'new.json');
  await generateKeyFile(path);
  newKey = await fileSigner(path);
  oldKey = service.running.deployment.chains.test!.delegates[0]!;
});
afterAll(() => service.stop());

/** The operator puts the new key first and restarts every process. */
const rotate = () => setRing(newKey, oldKey);
const setRing = (...delegates: Signer[]) =>
  Object.assign(service.running.deployment.chains.test!, { delegates } satisfies Partial<Chain>);
afterEach(() => setRing(oldKey));

const create = (to: TestMerchant, payer: Payer, terms: Record<string, unknown> = {}) =>
  service
    .wallet(to)
    .then((payee) => createMandate(service, to, payer.wallet, payee, { maxPeriods: null, ...terms }));
const slot = async (to: TestMerchant, payer: Payer) =>
  slotOnChain(service, payer.wallet.address, await service.mint(to), 'confirmed');
const view = async (payer: Payer, id: string) => (await payer.get(`/mandates/${id}`)).body;
const topUp = (payer: Payer, id: string) => payer.post(`/mandates/${id}/top_up`, {});
const sign = async (payer: Payer, answer: Awaited<ReturnType<typeof topUp>>) =>
  signIssued(payer.wallet, answer.body.transaction);

/** Two looks at what is final, as far apart as those that end a mandate. */
async function lookTwice(): Promise<void> {
  await finalize(service);
  await look(service, 'accounts:watch');
  await setTimeout(3_000);
  await look(service, 'accounts:watch');
}

/** A merchant with a payer, who subscribed before the rotation. */
async function subscribedBefore(count = 1) {
  const merchant = await service.merchant();
  const payer = await newPayer(service, merchant);
  const held = [];
  for (let n = 0; n < count; n += 1) held.push(await subscribe(service, merchant, { payer: payer.wallet }));
  rotate();
  return { merchant, payer, held };
}

describe('after a rotation of the delegate', () => {
  test('a further mandate takes the delegate of those that pay, and a new payer the new one', async () => {
    const { merchant, payer, held } = await subscribedBefore();
    const further = await create(merchant, payer);
    expect(further.delegate).toBe(oldKey.address);
    await authorizeMandate(service, further, payer.wallet);
    await lookTwice();
    await advance(merchant, MONTH);
    await succeeded(merchant, held[0]!.id, 2);
    await succeeded(merchant, further.id, 2);
    const other = await newPayer(service, merchant);
    expect((await create(merchant, other)).delegate).toBe(newKey.address);
  });

  test('a mandate with autoAuthorize takes no slot from those that pay', async () => {
    const { merchant, payer, held } = await subscribedBefore();
    await subscribe(service, merchant, { payer: payer.wallet });
    await lookTwice();
    await advance(merchant, MONTH);
    await succeeded(merchant, held[0]!.id, 2);
  });

  test('a pending mandate with the new key gives way to one that became active with the old one', async () => {
    const merchant = await service.merchant();
    const payer = await newPayer(service, merchant);
    const first = await create(merchant, payer);
    rotate();
    const second = await create(merchant, payer);
    expect([first.delegate, second.delegate]).toEqual([oldKey.address, newKey.address]);
    await authorizeMandate(service, first, payer.wallet);
    const { body } = await checkout(service, second, 'refresh');
    expect(body).toMatchObject({ status: 'pending', delegate: oldKey.address, planDelegate: oldKey.address });
    expect(body.reference).not.toBe(second.reference);
    expect(body.reference).toBe(await planReference({ ...body, mandateId: second.id }));
    await authorizeMandate(service, second, payer.wallet);
    expect(await slot(merchant, payer)).toMatchObject({ delegate: oldKey.address, amount: 22n * PRICE });
    await lookTwice();
    await advance(merchant, MONTH);
    await succeeded(merchant, first.id, 2);
    await succeeded(merchant, second.id, 2);
  });

  /** The second one's approval of the new key was issued before the first one became active with the old key. */
  async function overtaken() {
    // Two merchants: the test clock of the first does not end the day that the second one's payer has to sign.
    const [merchant, other] = [await service.merchant(), await service.merchant('Tea Club')];
    const payer = await newPayer(service, merchant);
    const first = await create(merchant, payer);
    rotate();
    const second: MandateWithSecret = await create(other, payer);
    const { body } = await checkout(service, second, 'instruction');
    await authorizeMandate(service, first, payer.wallet);
    return { merchant, other, payer, first, second, wire: await signIssued(payer.wallet, body.transaction) };
  }

  test('an approval that was issued before another mandate became active is not sent', async () => {
    const { merchant, payer, second, wire } = await overtaken();
    const answer = await checkout(service, second, 'submit', { signedTransaction: wire });
    expect(refusal(answer)).toBe('400 transaction_not_issued signedTransaction');
    expect((await slot(merchant, payer)).delegate).toBe(oldKey.address);
  });

  test('an approval that a wallet sent all the same revokes nobody, and the next one heals it', async () => {
    const { merchant, other, payer, first, second, wire } = await overtaken();
    await broadcast(service, wire);
    expect((await slot(merchant, payer)).delegate).toBe(newKey.address);
    await lookTwice();
    expect((await merchant.api.mandates.get(first.id)).status).toBe('active');
    await advance(merchant, MONTH);
    expect(await newestCharge(merchant, first.id)).toMatchObject({
      status: 'retrying',
      failure: { code: 'allowance_short' },
    });
    expect((await checkout(service, second, 'refresh')).body.status).toBe('pending');
    await authorizeMandate(service, second, payer.wallet);
    expect(await slot(merchant, payer)).toMatchObject({ delegate: oldKey.address });
    await advance(merchant, 900);
    await succeeded(merchant, first.id, 2);
    await succeeded(other, second.id, 1);
  });
});

describe("moving a payer's mandates to the new delegate", () => {
  test('takes one signature for all of them, and is shown before', async () => {
    const { merchant, payer, held } = await subscribedBefore(3);
    const [one, ...others] = held.map(({ id }) => id);
    const before = await view(payer, one!);
    expect(before).toMatchObject({ delegate: oldKey.address, topUpDelegate: newKey.address });
    const issued = await topUp(payer, one!);
    const references = await Promise.all(others.map(async (id) => (await view(payer, id)).reference));
    const { accounts } = issuedInstruction(issued);
    expect(accounts!.slice(4).map(({ address }) => address)).toEqual([before.reference, ...references]);
    expect(accounts![2]!.address).toBe(newKey.address);
    const submitted = await payer.post(`/mandates/${one}/submit`, {
      signedTransaction: await sign(payer, issued),
    });
    expect(submitted).toMatchObject({ status: 200, body: { remainingBudget: String(12n * PRICE) } });
    for (const { id } of held) {
      const moved = await view(payer, id);
      expect(moved).toMatchObject({
        status: 'active',
        delegate: newKey.address,
        planDelegate: oldKey.address,
        topUpDelegate: newKey.address,
      });
      const terms = { ...moved, mandateId: id, delegate: moved.planDelegate };
      expect(await planReference(terms)).toBe(moved.reference);
    }
    expect(await slot(merchant, payer)).toEqual({ delegate: newKey.address, amount: 34n * PRICE });
    await lookTwice();
    await advance(merchant, MONTH);
    for (const { id } of held) await succeeded(merchant, id, 2);
    expect((await create(merchant, payer)).delegate).toBe(newKey.address);
  });

  test('that the wallet sent by itself costs no attempt of a charge that falls due before it is noticed', async () => {
    const { merchant, payer, held } = await subscribedBefore(2);
    await broadcast(service, await sign(payer, await topUp(payer, held[0]!.id)));
    await advance(merchant, MONTH);
    for (const { id } of held) {
      await succeeded(merchant, id, 2);
      expect(await trail(merchant, id)).not.toContain('charge.failed');
    }
  });

  test('moves the others also when the one that carried them was cancelled meanwhile', async () => {
    const { merchant, payer, held } = await subscribedBefore(2);
    const [one, other] = held.map(({ id }) => id);
    const issued = await topUp(payer, one!);
    await merchant.api.mandates.revoke(one!);
    await reaches(merchant, one!, 'revoked');
    await broadcast(service, await sign(payer, issued));
    await advance(merchant, MONTH);
    await succeeded(merchant, other!, 2);
    expect((await view(payer, other!)).delegate).toBe(newKey.address);
  });

  test('is not sent when it would leave one behind that became active since it was issued', async () => {
    const { merchant, payer, held } = await subscribedBefore();
    const issued = await topUp(payer, held[0]!.id);
    await authorizeMandate(service, await create(merchant, payer), payer.wallet);
    const submitted = await payer.post(`/mandates/${held[0]!.id}/submit`, {
      signedTransaction: await sign(payer, issued),
    });
    expect(refusal(submitted)).toBe('400 transaction_not_issued signedTransaction');
  });
});
