import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyDueChanges } from '../../server/payout-wallet/apply-due-changes.ts';
import { balanceOnChain } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { buy } from '../support/offers.ts';
import { type Person, signUp } from '../support/person.ts';
import { TestService, type TestMerchant, type TestWallet } from '../support/service.ts';
import { signText } from '../support/sign-text.ts';

let service: TestService;
let merchant: TestMerchant;
let person: Person;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  person = await signUp(service);
});
afterAll(() => service.stop());

async function prove(wallet: TestWallet) {
  const path = `/v1/payout_wallet/challenge?address=${wallet.address}`;
  const { message } = (await person.call('GET', path)).body;
  const body = { address: wallet.address, message, signature: await signText(wallet, message) };
  return (await person.call('POST', '/v1/payout_wallet', { body })).body;
}

test('what is sold while a change waits pays the old wallet, and what is sold afterwards the new one', async () => {
  const mint = await service.mint(merchant);
  const [before, after] = [await service.ownWallet(merchant), await service.ownWallet(merchant)];
  const payers = [
    await service.wallet(merchant),
    await service.wallet(merchant),
    await service.wallet(merchant),
  ];
  const start = await Promise.all(
    [before, after].map(({ address }) => balanceOnChain(service, address, mint)),
  );
  const received = async () => {
    const now = await Promise.all(
      [before, after].map(({ address }) => balanceOnChain(service, address, mint)),
    );
    return now.map((balance, at) => balance - start[at]!);
  };
  // Its payee is left out: the payout wallet of that moment.
  const newProduct = async () => {
    const body = { name: 'Beans', mint, amountPerPeriod: '1000000', periodSeconds: 30 * 86_400 };
    return (await service.call('POST', '/v1/products', { key: person.keys.test, body })).body;
  };

  await prove(before);
  const { pendingPayoutWallet } = await prove(after);
  expect(pendingPayoutWallet.address).toBe(after.address);
  const meanwhile = await newProduct();
  await buy(service, meanwhile, payers[0]!);
  await eventually(async () => (await received())[0] === 1_000_000n);

  // A worker whose clock says that 24 hours are over, and one that says it is a second short.
  const { deployment } = service.running;
  const { clock } = deployment;
  const at = (seconds: number) => ({ ...deployment, clock: { ...clock, seconds: () => seconds } });
  await applyDueChanges(at(pendingPayoutWallet.takesEffectAt - 1));
  await buy(service, await newProduct(), payers[1]!);
  await eventually(async () => (await received())[0] === 2_000_000n);
  await applyDueChanges(at(pendingPayoutWallet.takesEffectAt));
  await buy(service, await newProduct(), payers[2]!);
  await eventually(async () => (await received())[1] === 1_000_000n);

  // What was made before keeps the wallet it was made with.
  await buy(service, meanwhile, await service.wallet(merchant));
  await eventually(async () => (await received())[0] === 3_000_000n);
  expect(await received()).toEqual([3_000_000n, 1_000_000n]);
});
