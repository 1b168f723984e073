import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { chargeReference, refundReference } from '../../server/chain/references.ts';
import type { Clients } from './clients.ts';
import type { Findings } from './findings.ts';
import { balanceOf, landedUnder, programsOf } from './on-chain.ts';
import { AMOUNT, FUNDS, type Shop } from './shop.ts';
import type { Stage } from './stage.ts';

interface Pull {
  mandateId: string;
  period: number;
  status: string;
  signature: string | null;
}

interface RefundRow {
  id: string;
  amount: string;
  status: string;
  signature: string | null;
}

/** A write acknowledged before this moment must exist; a failover may have forgotten later ones. */
export interface Scope {
  months: number;
  acknowledgedBefore: number;
}

/** Compares the service's account of the shop with the chain, and with what its clients were told. */
export async function checkBooks(
  stage: Stage,
  shop: Shop,
  clients: Clients,
  { months, acknowledgedBefore }: Scope,
  findings: Findings,
): Promise<{ charges: number; refunds: number; writes: number }> {
  const { sql } = stage;
  const pulls = await sql<Pull[]>`
    select mandate_id, period_index as period, status, tx_signature as signature from charges
    where merchant_id = ${shop.id} and not livemode`;
  const refunds = await sql<RefundRow[]>`
    select id, amount::text as amount, status, tx_signature as signature from refunds
    where merchant_id = ${shop.id} and not livemode`;
  await checkPulls(stage, shop, pulls, months, findings);
  await checkScheme(stage, shop, pulls, findings);
  await checkRefunds(stage, refunds, findings);
  await checkBalances(stage, shop, pulls, refunds, findings);
  await checkAcknowledged(stage, shop, clients, acknowledgedBefore, findings);
  const halted = await sql`select halted_reason from chains where halted_reason is not null`;
  findings.expect(halted.length === 0, `the chain was halted: ${JSON.stringify(halted)}`);
  return {
    charges: pulls.filter(({ status }) => status === 'succeeded').length,
    refunds: refunds.length,
    writes: clients.mandates.length + clients.refunds.length,
  };
}

/** One landed pull for each paid month, the one that the charge names; none for any other. */
async function checkPulls(
  stage: Stage,
  { subscriptions }: Shop,
  pulls: readonly Pull[],
  months: number,
  findings: Findings,
): Promise<void> {
  const byPeriod = new Map(pulls.map((pull) => [`${pull.mandateId}/${pull.period}`, pull]));
  for (const { mandate } of subscriptions)
    for (let period = 0; period <= months; period += 1) {
      const pull = byPeriod.get(`${mandate.id}/${period}`);
      const landed = await landedUnder(
        stage,
        chargeReference(stage.localnet.genesisHash, mandate.id, period),
      );
      const name = `${mandate.id}, period ${period}`;
      findings.expect(landed.length <= 1, `${name}: charged ${landed.length} times`);
      if (period < months) findings.expect(landed.length > 0, `${name}: due and never charged`);
      const told = pull?.status === 'succeeded' ? pull.signature : null;
      if (landed.length <= 1)
        findings.expect(
          told === (landed[0] ?? null),
          `${name}: ${pull?.status ?? 'no charge'}, on chain ${landed[0] ?? 'nothing'}`,
        );
    }
}

/** Each subscription is of the run's scheme, and under plans so is each pull: the Subscriptions program made it. */
async function checkScheme(
  stage: Stage,
  { subscriptions }: Shop,
  pulls: readonly Pull[],
  findings: Findings,
): Promise<void> {
  const ids = subscriptions.map(({ mandate }) => mandate.id);
  const others = await stage.sql<{ id: string; scheme: string }[]>`
    select id, scheme from mandates where id = any(${ids}) and scheme <> ${stage.scheme}`;
  findings.expect(others.length === 0, `${others.length} subscriptions are by ${others[0]?.scheme}`);
  if (stage.scheme !== 'plan') return;
  const signatures = pulls.flatMap(({ status, signature }) => (status === 'succeeded' ? [signature!] : []));
  for (const signature of new Set(signatures)) {
    const programs = await programsOf(stage, signature);
    findings.expect(
      programs.includes(SUBSCRIPTIONS_PROGRAM),
      `${signature} is no pull through a subscription`,
    );
  }
}

async function checkRefunds(stage: Stage, refunds: readonly RefundRow[], findings: Findings): Promise<void> {
  for (const { id, status, signature } of refunds) {
    findings.expect(status === 'succeeded', `${id} is ${status}`);
    const landed = await landedUnder(stage, refundReference(stage.localnet.genesisHash, id));
    findings.expect(
      landed.length === 1 && landed[0] === signature,
      `${id}: ${landed.length} transfers on chain`,
    );
  }
}

/** The sums, which would reveal a second transfer of any kind. */
async function checkBalances(
  stage: Stage,
  { subscriptions, payee, mint }: Shop,
  pulls: readonly Pull[],
  refunds: readonly RefundRow[],
  findings: Findings,
): Promise<void> {
  const charged = BigInt(pulls.filter(({ status }) => status === 'succeeded').length) * AMOUNT;
  const refunded = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const moved = charged - refunded;
  const earned = (await balanceOf(stage, payee, mint)) - FUNDS;
  findings.expect(earned === moved, `the payee earned ${earned}, and ${moved} by the books`);
  let spent = 0n;
  for (const { payer } of subscriptions) spent += FUNDS - (await balanceOf(stage, payer, mint));
  findings.expect(spent === moved, `the payers spent ${spent}, and ${moved} by the books`);
}

/** Each acknowledged write exists once, and its key still leads to it. */
async function checkAcknowledged(
  { sql }: Stage,
  shop: Shop,
  clients: Clients,
  before: number,
  findings: Findings,
): Promise<void> {
  const merchants = [shop.id, clients.orders.id];
  const there = new Set(
    (
      await sql<{ id: string }[]>`
        select id from mandates where merchant_id = any(${merchants})
        union all select id from refunds where merchant_id = any(${merchants})`
    ).map(({ id }) => id),
  );
  const writes = [...clients.mandates, ...clients.refunds].filter(({ at }) => at < before);
  const lost = writes.filter(({ id }) => !there.has(id));
  findings.expect(
    lost.length === 0,
    `${lost.length} of ${writes.length} acknowledged writes are gone, ${lost[0]?.id} first`,
  );
  const ids = new Set([...clients.mandates, ...clients.refunds].map(({ id }) => id));
  const [made] = await sql<[{ count: number }]>`
    select (select count(*) from mandates where merchant_id = ${clients.orders.id})
      + (select count(*) from refunds where merchant_id = ${shop.id}) as count`;
  findings.expect(
    made.count <= ids.size,
    `${made.count} mandates and refunds were made for ${ids.size} requests`,
  );
  for (const { idempotencyKey, id } of clients.mandates.filter(({ at }) => at < before).slice(-20))
    findings.expect(
      (await clients.repeatMandate(idempotencyKey)) === id,
      `${idempotencyKey} made a second mandate`,
    );
}
