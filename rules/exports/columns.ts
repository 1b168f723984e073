import type { ShownCharge } from '../charges/present.ts';
import { type Bought, presentBought } from '../mandates/bought.ts';
import type { ShownMandate } from '../mandates/present.ts';
import type { ShownCustomer } from '../metrics/present-customer.ts';
import type { TokenFacts } from '../metrics/stable-total.ts';
import { formatUnits } from '../money.ts';
import { receiptNumberInWords } from '../receipts/receipt-number.ts';
import type { ShownRefund } from '../refunds/present.ts';
import { type CsvColumns, isoTime } from './csv.ts';

/** The token that a row's amounts are in. */
interface InToken {
  mint: string;
  symbol: string;
  decimals: number;
}

/** What was bought, as the mandate says it. */
type WhatWasBought = Omit<Bought, 'description'>;

/** A mandate as a line. */
export type ExportedMandate = ShownMandate &
  InToken &
  WhatWasBought & {
    activatedAt: number | null;
    endedAt: number | null;
    /** The transaction with the payer's authorization; null if there is none yet, or it was simulated. */
    authorizationSignature: string | null;
  };

/** A charge as a line. */
export type ExportedCharge = ShownCharge &
  InToken &
  WhatWasBought & {
    payer: string;
    payee: string;
    settledAt: number | null;
    /** The transfer's place in the transaction of `txSignature`; null if it has not settled, or settled before places were noted. */
    instructionIndex: number | null;
    authorizationSignature: string | null;
  };

/** A refund as a line. */
export type ExportedRefund = ShownRefund &
  InToken &
  WhatWasBought & {
    payer: string;
    payee: string;
    settledAt: number | null;
    /** The transaction that settled the charge. */
    chargeSignature: string | null;
  };

/** A customer with one of the tokens that they paid in; a customer who has not paid yet has one line without a token. */
export type ExportedCustomer = Omit<ShownCustomer, 'paid'> & {
  paid: (TokenFacts & { amountAtomic: bigint }) | null;
};

/** Columns of what was bought. */
const BOUGHT_COLUMNS: CsvColumns<Omit<WhatWasBought, 'metadata'>> = [
  ['name', ({ name }) => name],
  ['payment_link', (row) => presentBought(row).paymentLink],
  ['product', (row) => presentBought(row).product],
  ['client_reference', ({ clientReference }) => clientReference],
];

/** The same with the merchant's own entries, as JSON; empty where there are none. */
const NOTED_COLUMNS: CsvColumns<WhatWasBought> = [
  ...BOUGHT_COLUMNS,
  ['metadata', ({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))],
];

export const MANDATE_COLUMNS: CsvColumns<ExportedMandate> = [
  ['id', ({ id }) => id],
  ['mode', modeOf],
  ['status', ({ status }) => status],
  ['created', ({ createdAt }) => isoTime(createdAt)],
  ['activated', ({ activatedAt }) => isoTime(activatedAt)],
  ['ended', ({ endedAt }) => isoTime(endedAt)],
  ['expires', ({ expiresAt }) => isoTime(expiresAt)],
  ['payer', ({ payer }) => payer],
  ['payee', ({ payee }) => payee],
  ['mint', ({ mint }) => mint],
  ['token', ({ symbol }) => symbol],
  ['decimals', ({ decimals }) => decimals],
  ['amount_per_period', (row) => formatUnits(row.amountPerPeriod, row.decimals)],
  ['amount_per_period_atomic', ({ amountPerPeriod }) => amountPerPeriod.toString()],
  ['sell_mode', ({ sellMode }) => sellMode],
  ['period_seconds', ({ periodSeconds }) => periodSeconds],
  ['max_periods', ({ maxPeriods }) => maxPeriods],
  ['periods_charged', ({ periodsCharged }) => periodsCharged],
  ['trial_seconds', ({ trialSeconds }) => trialSeconds],
  ['scheme', ({ scheme }) => scheme],
  ['reference', ({ reference }) => reference],
  ['authorization_signature', ({ authorizationSignature }) => authorizationSignature],
  ['plan_signature', ({ planSignature }) => planSignature],
  ...NOTED_COLUMNS,
];

export const CHARGE_COLUMNS: CsvColumns<ExportedCharge> = [
  ['id', ({ id }) => id],
  ['mode', modeOf],
  ['status', ({ status }) => status],
  ['created', ({ createdAt }) => isoTime(createdAt)],
  ['due', ({ dueAt }) => isoTime(dueAt)],
  ['settled', ({ settledAt }) => isoTime(settledAt)],
  ['mandate', ({ mandateId }) => mandateId],
  ['period', ({ periodIndex }) => periodIndex],
  ['payer', ({ payer }) => payer],
  ['payee', ({ payee }) => payee],
  ['mint', ({ mint }) => mint],
  ['token', ({ symbol }) => symbol],
  ['decimals', ({ decimals }) => decimals],
  ['amount', (row) => formatUnits(row.amount, row.decimals)],
  ['amount_atomic', ({ amount }) => amount.toString()],
  ['refunded', (row) => formatUnits(row.refunded, row.decimals)],
  ['refunded_atomic', ({ refunded }) => refunded.toString()],
  ['attempts', ({ attempts }) => attempts],
  ['failure_code', ({ failureCode }) => failureCode],
  ['failure', ({ failureMessage }) => failureMessage],
  ['signature', ({ txSignature }) => txSignature],
  ['instruction_index', ({ instructionIndex }) => instructionIndex],
  ['authorization_signature', ({ authorizationSignature }) => authorizationSignature],
  ['receipt_number', receiptNumberInWords],
  ...NOTED_COLUMNS,
];

export const REFUND_COLUMNS: CsvColumns<ExportedRefund> = [
  ['id', ({ id }) => id],
  ['mode', modeOf],
  ['status', ({ status }) => status],
  ['created', ({ createdAt }) => isoTime(createdAt)],
  ['settled', ({ settledAt }) => isoTime(settledAt)],
  ['charge', ({ chargeId }) => chargeId],
  ['mandate', ({ mandateId }) => mandateId],
  ['payer', ({ payer }) => payer],
  ['payee', ({ payee }) => payee],
  ['mint', ({ mint }) => mint],
  ['token', ({ symbol }) => symbol],
  ['decimals', ({ decimals }) => decimals],
  ['amount', (row) => formatUnits(row.amount, row.decimals)],
  ['amount_atomic', ({ amount }) => amount.toString()],
  ['reason', ({ reason }) => reason],
  ['failure_code', ({ failureCode }) => failureCode],
  ['failure', ({ failureMessage }) => failureMessage],
  ['signature', ({ txSignature }) => txSignature],
  ['charge_signature', ({ chargeSignature }) => chargeSignature],
  ...NOTED_COLUMNS,
];

export const CUSTOMER_COLUMNS: CsvColumns<ExportedCustomer> = [
  ['payer', ({ payer }) => payer],
  ['mode', modeOf],
  ['since', ({ since }) => isoTime(since)],
  ['subscriptions', ({ subscriptions }) => subscriptions],
  ['active_subscriptions', ({ activeSubscriptions }) => activeSubscriptions],
  ['mint', ({ paid }) => paid?.mint ?? null],
  ['token', ({ paid }) => paid?.symbol ?? null],
  ['decimals', ({ paid }) => paid?.decimals ?? null],
  ['paid', ({ paid }) => paid && formatUnits(paid.amountAtomic, paid.decimals)],
  ['paid_atomic', ({ paid }) => paid && paid.amountAtomic.toString()],
  ...(BOUGHT_COLUMNS.map(([name, cell]) => [
    name,
    ({ last }) => cell(last),
  ]) satisfies CsvColumns<ExportedCustomer>),
];

function modeOf({ livemode }: { livemode: boolean }): string {
  return livemode ? 'live' : 'test';
}

/** A line for each token that a customer paid in. */
export function customerLines({ paid, ...customer }: ShownCustomer): ExportedCustomer[] {
  if (paid.length === 0) return [{ ...customer, paid: null }];
  return paid.map((part) => ({ ...customer, paid: part }));
}
