import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRevokes } from '../../server/mandates/publish-revokes.ts';
import { startRecovery } from '../../server/recovery/chain-state.ts';
import { landedPulls, PERIOD_SECONDS, type Rpc, subscribe, type Subscription } from '../crash/books.ts';
import { eventually } from '../support/eventually.ts';
import { pastMidnight } from '../support/midnight.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { broadcast, signOwn } from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
const rpc: Rpc = (method, params) => service.rpc(method, params);

beforeAll(pastMidnight);
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_PUBLISH_REVOKES_PER_DAY: '3' });
  merchant = await service.merchant();
});
afterAll(() => service.stop());

const publish = () => publishRevokes(service.running.deployment, false);

/** Memos on chain under the mandate's own reference. */
async function memosOf({ mandate }: Subscription): Promise<string[]> {
  const entries: { memo: string | null }[] = await rpc('getSignaturesForAddress', [
    mandate.reference,
    { commitment: 'confirmed' },
  ]);
  return entries.flatMap(({ memo }) => memo ?? []);
}

async function revoke(subscription: Subscription): Promise<void> {
  await merchant.api.mandates.revoke(subscription.mandate.id);
  await eventually(async () => {
    await publish();
    const memos = await memosOf(subscription);
    return memos.some((memo) => memo.includes(`autopay/revoke/v1 ${subscription.mandate.id}`));
  });
}

/** As a restore of what was dumped before the revocation leaves it. */
async function forgetRevocation({ mandate }: Subscription): Promise<void> {
  await service.db`
    update mandates set status = 'active', ended_at = null, ended_by = null, revoke_publish_at = null, revoke_published_at = null
    where id = ${mandate.id}`;
  await service.db`delete from events where mandate_id = ${mandate.id} and type = 'mandate.revoked'`;
}

test(
  'a revocation that a restore forgot is found on chain before anything is charged',
  { timeout: 90_000 },
  async () => {
    const [revoked, forged] = [await subscribe(merchant.api), await subscribe(merchant.api)];
    await revoke(revoked);
    await forgetRevocation(revoked);
    // A stranger can write the same line, but not sign it with the delegate's key.
    const stranger = await service.wallet(merchant);
    const own = createNoopSigner(stranger.address as Address);
    const carrier = getTransferSolInstruction({ source: own, destination: own.address, amount: 0n });
    const [from, to] = carrier.accounts;
    const reference = { address: forged.mandate.reference as Address, role: AccountRole.READONLY };
    const memo = getAddMemoInstruction(
      { memo: `autopay/revoke/v1 ${forged.mandate.id}`, signers: [own] },
      { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
    );
    const unsigned = (instruction: Instruction): Instruction => ({
      ...instruction,
      accounts: instruction.accounts!.map(({ address, role }) => ({ address, role })),
    });
    const carrying = { ...carrier, accounts: [from, to, reference] } as Instruction;
    await broadcast(service, await signOwn(service, stranger, unsigned(carrying), unsigned(memo)));
    expect((await memosOf(forged)).some((text) => text.includes('autopay/revoke/v1'))).toBe(true);

    await startRecovery(service.db, Math.floor(Date.now() / 1000));
    void merchant.api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => null);
    await eventually(
      async () =>
        (await service.db`select 1 from recoveries where not livemode and height is not null`).length > 0,
    );
    await service.skipSlots(250);
    await eventually(async () => (await merchant.api.mandates.get(revoked.mandate.id)).status === 'revoked');
    await eventually(async () => (await landedPulls(rpc, forged.mandate.id, 1)).length === 1);
    expect(await landedPulls(rpc, revoked.mandate.id, 1)).toEqual([]);
    const { data } = await merchant.api.mandates.listCharges(revoked.mandate.id);
    expect(data.map(({ status }) => status)).toEqual(['skipped', 'succeeded']);
  },
);

test('only mandates that were active are published, and a merchant’s beyond the daily quota wait', async () => {
  const other = await service.merchant();
  const { address: payer } = await service.wallet(other);
  const { address: payee } = await service.wallet(other);
  const terms = { payer, payee, mint: await service.mint(other), amountPerPeriod: '1', periodSeconds: 3_600 };
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const { id } = await other.api.mandates.create({
      ...terms,
      maxPeriods: 2,
      autoAuthorize: nth > 0,
    } as never);
    await other.api.mandates.revoke(id);
    ids.push(id);
    await publish();
  }
  const rows = await service.db<{ at: number | null; published: number | null }[]>`
    select revoke_publish_at as at, revoke_published_at as published from mandates where id = any(${ids}) order by id`;
  const states = () =>
    rows.map(({ at, published }) => (published !== null ? 'published' : at !== null ? 'waits' : 'none'));
  expect(states()[0]).toBe('none');
  expect(states().filter((state) => state === 'published').length).toBeLessThanOrEqual(3);
  expect(states().at(-1)).toBe('waits');
});
