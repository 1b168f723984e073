import { type CsvColumns, isoTime } from '../exports/csv.ts';
import { formatUnits } from '../money.ts';
import { receiptNumberInWords } from './receipt-number.ts';

/** Lines that a statement shows; the CSV has all. */
export const MAX_STATEMENT_LINES = 1_000;

/** A charge or a refund that settled. */
export interface StatementLine {
  type: 'charge' | 'refund';
  /** Of the charge or refund. */
  id: string;
  livemode: boolean;
  /** In the merchant's time. */
  settledAt: number;
  /** Of the charge. */
  receiptNumber: number;
  chargeId: string;
  mandateId: string;
  payer: string;
  payee: string;
  name: string | null;
  /** Atomic units; negative for a refund. */
  amount: bigint;
  txSignature: string;
  /** Of a refund's charge; null for a charge. */
  chargeTxSignature: string | null;
}

/** Sums in atomic units. */
export interface StatementSums {
  payments: number;
  gross: bigint;
  refunds: bigint;
}

/** A UTC month, `2026-11`: its first second, and the first one after it. */
export function monthSpan(month: string): { start: number; end: number } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { start: Date.UTC(year, number - 1) / 1000, end: Date.UTC(year, number) / 1000 };
}

/** The token that a statement is in. */
interface StatementToken {
  mint: string;
  symbol: string;
  decimals: number;
}

/** A statement as the API shows it; `now` in the merchant's time. `lines` may be one more than is shown. */
export function presentStatement({
  livemode,
  now,
  month,
  token,
  opening,
  total,
  lines,
}: {
  livemode: boolean;
  now: number;
  month: string;
  token: StatementToken;
  opening: StatementSums;
  total: StatementSums;
  lines: readonly StatementLine[];
}) {
  const { start: from, end: to } = monthSpan(month);
  const closing = {
    payments: opening.payments + total.payments,
    gross: opening.gross + total.gross,
    refunds: opening.refunds + total.refunds,
  };
  return {
    object: 'statement' as const,
    livemode,
    createdAt: now,
    month,
    from,
    to,
    mint: token.mint,
    symbol: token.symbol,
    decimals: token.decimals,
    opening: presentSums(opening),
    total: presentSums(total),
    closing: presentSums(closing),
    lines: lines.slice(0, MAX_STATEMENT_LINES).map(presentLine),
    hasMoreLines: lines.length > MAX_STATEMENT_LINES,
  };
}

function presentSums({ payments, gross, refunds }: StatementSums) {
  const net = gross - refunds;
  return { payments, gross: gross.toString(), refunds: refunds.toString(), net: net.toString() };
}

function presentLine({ livemode, receiptNumber, amount, ...line }: StatementLine) {
  return {
    type: line.type,
    id: line.id,
    settledAt: line.settledAt,
    receiptNumber: receiptNumberInWords({ livemode, receiptNumber })!,
    chargeId: line.chargeId,
    mandateId: line.mandateId,
    payer: line.payer,
    payee: line.payee,
    name: line.name,
    amount: amount.toString(),
    txSignature: line.txSignature,
    chargeTxSignature: line.chargeTxSignature,
  };
}

/** The columns of a statement's file. */
export const STATEMENT_COLUMNS: CsvColumns<StatementLine & StatementToken> = [
  ['type', ({ type }) => type],
  ['id', ({ id }) => id],
  ['mode', ({ livemode }) => (livemode ? 'live' : 'test')],
  ['settled', ({ settledAt }) => isoTime(settledAt)],
  ['receipt_number', receiptNumberInWords],
  ['charge', ({ chargeId }) => chargeId],
  ['mandate', ({ mandateId }) => mandateId],
  ['payer', ({ payer }) => payer],
  ['payee', ({ payee }) => payee],
  ['name', ({ name }) => name],
  ['mint', ({ mint }) => mint],
  ['token', ({ symbol }) => symbol],
  ['decimals', ({ decimals }) => decimals],
  // Two columns without a sign: a cell that begins with one is text, which no spreadsheet adds up.
  ['paid', (row) => (row.type === 'charge' ? formatUnits(row.amount, row.decimals) : null)],
  ['paid_atomic', ({ type, amount }) => (type === 'charge' ? amount.toString() : null)],
  ['refunded', (row) => (row.type === 'refund' ? formatUnits(-row.amount, row.decimals) : null)],
  ['refunded_atomic', ({ type, amount }) => (type === 'refund' ? (-amount).toString() : null)],
  ['signature', ({ txSignature }) => txSignature],
  ['charge_signature', ({ chargeTxSignature }) => chargeTxSignature],
];
