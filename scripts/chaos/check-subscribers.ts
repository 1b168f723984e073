import { chargeReference } from '../../server/chain/references.ts';
import { balanceOf, landedUnder } from './on-chain.ts';
import type { Findings } from './findings.ts';
import { FUNDS } from './shop.ts';
import type { Stage } from './stage.ts';
import { FIRST_AMOUNT, type Subscribers } from './subscribers.ts';

/** Whoever subscribed meanwhile is active, of the scheme that was wanted, and paid one period, once. */
export async function checkSubscribers(
  stage: Stage,
  { all, club }: Subscribers,
  mint: string,
  findings: Findings,
): Promise<void> {
  const { sql, scheme, localnet } = stage;
  const rows = await sql<{ id: string; status: string; scheme: string; charged: number }[]>`
    select id, status, scheme, periods_charged as charged from mandates where merchant_id = ${club.id} and not livemode`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { mandateId, payer } of all) {
    const row = byId.get(mandateId);
    findings.expect(row?.status === 'active', `${mandateId}, subscribed meanwhile, is ${row?.status}`);
    findings.expect(row?.scheme === scheme, `${mandateId} is by ${row?.scheme}`);
    const landed = await landedUnder(stage, chargeReference(localnet.genesisHash, mandateId, 0));
    findings.expect(
      landed.length === 1 && row?.charged === 1,
      `${mandateId}: ${row?.charged} charges by the books, ${landed.length} on chain`,
    );
    const spent = FUNDS - (await balanceOf(stage, payer, mint));
    findings.expect(spent === FIRST_AMOUNT, `${payer} spent ${spent} for one period`);
  }
  const earned = (await balanceOf(stage, club.payee, mint)) - FUNDS;
  const due = BigInt(all.length) * FIRST_AMOUNT;
  findings.expect(earned === due, `new subscribers paid ${earned}, and owed ${due}`);
}
