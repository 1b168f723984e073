import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import { resolveOnce } from '../../server/attempts/resolve-attempts.ts';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
});
afterAll(() => service.stop());

const COUNT = 4;

/** Mandates whose second charge is scheduled, the last of `maxPeriods` if that is 2. */
async function mandatesOf(merchant: TestMerchant, maxPeriods: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < COUNT; at += 1) {
    const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
    const terms = { autoAuthorize: true, maxPeriods };
    ids.push((await createMandate(service, merchant, payer, payee, terms)).id);
  }
  await merchant.api.test.advanceClock({ seconds: 1 });
  return ids;
}

/** Signs and sends the second charges, and resolves them all in one look once they are on chain. */
async function chargeTogether(mandates: readonly string[], meanwhile = async () => {}): Promise<string[]> {
  const { deployment } = service.running;
  const now = deployment.clock.seconds();
  await service.setFaults({ method: 'getSignatureStatuses', kind: 'refuse' });
  await service.db`
    update charges set wake_at = ${now} where mandate_id = any(${mandates as string[]}) and period_index = 1`;
  const sent = await collectDueCharges(deployment, { livemode: false });
  // No other round looks at them meanwhile.
  await service.db`update attempts set check_at = ${now + 60} where id = any(${sent})`;
  await meanwhile();
  const signatures = await service.db<{ signature: string }[]>`
    select signature from attempts where id = any(${sent})`;
  await service.setFaults();
  await eventually(async () => {
    const { value } = await service.rpc('getSignatureStatuses', [
      signatures.map(({ signature }) => signature),
    ]);
    return value.every(
      (status: { confirmationStatus: string } | null) => status?.confirmationStatus === 'finalized',
    );
  });
  await eventually(
    async () => (await resolveOnce(deployment, APPLIERS, deployment.chains.test!, sent)).size === 0,
  );
  return sent;
}

test('charges of several merchants that landed together are recorded in one transaction, each with its events and what follows', async () => {
  const [lasting, ending] = [await service.merchant(), await service.merchant()];
  const [going, last] = [await mandatesOf(lasting, 12), await mandatesOf(ending, 2)];
  const [revoked] = going;
  const sent = await chargeTogether([...going, ...last], async () => {
    await lasting.api.mandates.revoke(revoked!);
  });
  expect(sent).toHaveLength(2 * COUNT);
  const [{ transactions, landed }] = await service.db<[{ transactions: number; landed: number }]>`
    select count(distinct xmin::text)::int as transactions, count(*)::int as landed
    from attempts where id = any(${sent}) and state = 'landed'`;
  expect({ transactions, landed }).toEqual({ transactions: 1, landed: 2 * COUNT });

  for (const [merchant, mandates, status] of [
    [lasting, going, 'active'],
    [ending, last, 'completed'],
  ] as const) {
    for (const id of mandates) {
      const mandate = await merchant.api.mandates.get(id);
      expect(mandate).toMatchObject({ status: id === revoked ? 'revoked' : status, periodsCharged: 2 });
      const charges = (await merchant.api.mandates.listCharges(id)).data;
      const states = charges.map(({ periodIndex, status: state }) => `${periodIndex} ${state}`).toSorted();
      const next = status === 'active' && id !== revoked ? ['2 scheduled'] : [];
      expect(states).toEqual(['0 succeeded', '1 succeeded', ...next]);
      const { data } = await merchant.api.events.list({ mandate: id, limit: 50 });
      const told = data.filter(({ type }) => type === 'charge.succeeded' || type === 'mandate.completed');
      const end = status === 'completed' ? ['mandate.completed'] : [];
      expect(told.map(({ type }) => type).toSorted()).toEqual([
        'charge.succeeded',
        'charge.succeeded',
        ...end,
      ]);
    }
  }
});

test('one whose transfer settled something else before is left out, and stops the pulls of its chain as always', async () => {
  const merchant = await service.merchant();
  const mandates = await mandatesOf(merchant, 12);
  const [counted] = mandates;
  const sent = await chargeTogether(mandates, async () => {
    await service.db`
      update settlements s set signature = a.signature, instruction_index = -1
      from attempts a join charges c on c.mandate_id = a.mandate_id and c.period_index = 0
      where s.charge_id = c.id and a.mandate_id = ${counted!} and a.state = 'signed'`;
  });
  const states = await service.db<{ mandateId: string; state: string }[]>`
    select mandate_id, state from attempts where id = any(${sent}) order by mandate_id`;
  const expected = mandates
    .toSorted()
    .map((id) => ({ mandateId: id, state: id === counted ? 'duplicate' : 'landed' }));
  expect(states).toEqual(expected);
});
