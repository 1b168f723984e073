import { invalid } from '../../../rules/api-error.ts';
import {
  monthSpan,
  presentStatement,
  type StatementLine,
  type StatementSums,
} from '../../../rules/receipts/statement.ts';
import type { Handlers } from './operation.ts';
import type { Tenant } from './rows.ts';
import { tokenFacts } from './totals.ts';
import { isOf, merchantNow, tenantOf, type World } from './world.ts';

/** The token of a statement. Throws parameter_invalid for one that the merchant neither sells in nor could. */
export function statementToken(world: World, tenant: Tenant, mint: string) {
  const isMine = isOf(tenant);
  const isKnown =
    world.tokens.some(
      (token) =>
        token.livemode === tenant.livemode &&
        token.mint === mint &&
        (token.madeBy === null || token.madeBy === tenant.merchantId),
    ) || world.mandates.first((row) => isMine(row) && row.mint === mint) !== null;
  if (!isKnown) throw invalid('mint', 'is no token that you sell in');
  const { symbol, decimals } = tokenFacts(world, tenant, [mint])[0]!;
  return { mint, symbol, decimals };
}

/** All that settled in a month, the oldest first. */
export function statementLines(
  world: World,
  tenant: Tenant,
  { month, mint }: { month: string; mint: string },
): StatementLine[] {
  const { start, end } = monthSpan(month);
  return settledLines(world, tenant, mint).filter(({ settledAt }) => settledAt >= start && settledAt < end);
}

function settledLines(world: World, tenant: Tenant, mint: string): StatementLine[] {
  const isMine = isOf(tenant);
  const charges = world.charges.filter((row) => isMine(row) && row.status === 'succeeded');
  const refunds = world.refunds.filter((row) => isMine(row) && row.status === 'succeeded');
  const lineOf = (
    type: StatementLine['type'],
    row: (typeof charges)[number] | (typeof refunds)[number],
    chargeId: string,
  ) => {
    const charge = world.charges.get(chargeId);
    const { payer, payee, name } = world.mandates.get(row.mandateId);
    return {
      type,
      id: row.id,
      livemode: row.livemode,
      settledAt: row.settledAt!,
      receiptNumber: charge.receiptNumber!,
      chargeId,
      mandateId: row.mandateId,
      payer,
      payee,
      name,
      amount: type === 'charge' ? row.amount : -row.amount,
      txSignature: row.txSignature!,
      chargeTxSignature: type === 'charge' ? null : charge.txSignature,
    };
  };
  return [
    ...charges.map((row) => lineOf('charge', row, row.id)),
    ...refunds.map((row) => lineOf('refund', row, row.chargeId)),
  ]
    .filter(({ mandateId }) => world.mandates.get(mandateId).mint === mint)
    .sort((a, b) => a.settledAt - b.settledAt || (a.id < b.id ? -1 : 1));
}

function sumOf(lines: readonly StatementLine[]): StatementSums {
  const amountOf = (type: StatementLine['type']) =>
    lines.filter((line) => line.type === type).reduce((sum, { amount }) => sum + amount, 0n);
  const payments = lines.filter(({ type }) => type === 'charge').length;
  return { payments, gross: amountOf('charge'), refunds: -amountOf('refund') };
}

/** The operation on statements. */
export const statementHandlers = {
  getStatement: (world, call) => {
    const tenant = tenantOf(call);
    const { month, mint } = call.query;
    const token = statementToken(world, tenant, mint);
    const before = settledLines(world, tenant, mint).filter(
      ({ settledAt }) => settledAt < monthSpan(month).start,
    );
    const lines = statementLines(world, tenant, call.query);
    const sums = { opening: sumOf(before), total: sumOf(lines) };
    const { livemode } = tenant;
    return {
      status: 200,
      body: presentStatement({ livemode, now: merchantNow(world, tenant), month, token, ...sums, lines }),
    };
  },
} satisfies Pick<Handlers, 'getStatement'>;
