import { ApiError } from '../../../rules/api-error.ts';
import {
  CHARGE_COLUMNS,
  CUSTOMER_COLUMNS,
  customerLines,
  MANDATE_COLUMNS,
  REFUND_COLUMNS,
} from '../../../rules/exports/columns.ts';
import { type CsvColumns, csvHeader, csvLines } from '../../../rules/exports/csv.ts';
import { STATEMENT_COLUMNS } from '../../../rules/receipts/statement.ts';
import { prefersCsv } from '../../../rules/http/prefers-csv.ts';
import { listedCharges } from './charges.ts';
import { customersOf } from './customers.ts';
import { listedMandates } from './mandates.ts';
import type { Call, Operation } from './operation.ts';
import { listedRefunds } from './refunds.ts';
import type { MandateRow } from './rows.ts';
import { statementLines, statementToken } from './statements.ts';
import { tokenFacts } from './totals.ts';
import { tenantOf, type World } from './world.ts';

type ListCall = Call<'listMandates'> &
  Call<'listCharges'> &
  Call<'listRefunds'> &
  Call<'listCustomers'> &
  Call<'getStatement'>;

/** A file with its name and kind. */
interface CsvReply {
  status: number;
  text: string;
  headers: Record<string, string>;
}

/**
 * The whole list as CSV, where the request prefers that and the operation has it; else null. Wallets here broadcast by themselves, so an
 * authorization has no signature. Throws parameter_invalid for a cursor.
 */
export function csvOf(
  world: World,
  { operationId, path }: Operation,
  request: Request,
  call: object,
): CsvReply | null {
  if (!(operationId in EXPORTS) || !prefersCsv(request.headers.get('accept'))) return null;
  const { query, caller } = call as ListCall;
  const cursor = (['startingAfter', 'endingBefore'] as const).find((name) => query[name] !== undefined);
  if (cursor !== undefined) {
    throw new ApiError('parameter_invalid', {
      param: cursor,
      message: `A CSV export has every row that the filter leaves: send it without ${cursor}.`,
    });
  }
  const mode = tenantOf({ caller }).livemode ? 'live' : 'test';
  const day = new Date(world.shownNow * 1000).toISOString().slice(0, 10);
  return {
    status: 200,
    text: EXPORTS[operationId as keyof typeof EXPORTS](world, call as ListCall),
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="autopay-${path.split('/').at(-1)}-${mode}-${day}.csv"`,
      vary: 'accept',
    },
  };
}

const EXPORTS = {
  listMandates: (world: World, call: ListCall) => {
    const { made, keep } = listedMandates(world, call);
    const lines = inOrder(call, made.filter(keep));
    return fileOf(
      MANDATE_COLUMNS,
      lines.map((row) => ({ ...row, ...tokenOf(world, row), authorizationSignature: null })),
    );
  },
  listCharges: (world: World, call: ListCall) => {
    const { made, keep } = listedCharges(world, call);
    const lines = inOrder(call, made.filter(keep));
    return fileOf(
      CHARGE_COLUMNS,
      lines.map((row) => ({
        ...row,
        ...partiesOf(world, row.mandateId),
        instructionIndex: null,
        authorizationSignature: null,
      })),
    );
  },
  listRefunds: (world: World, call: ListCall) => {
    const { made, keep } = listedRefunds(world, call);
    const lines = inOrder(call, made.filter(keep));
    return fileOf(
      REFUND_COLUMNS,
      lines.map((row) => ({
        ...row,
        ...partiesOf(world, row.mandateId),
        chargeSignature: world.charges.get(row.chargeId).txSignature,
      })),
    );
  },
  getStatement: (world: World, call: ListCall) => {
    const token = statementToken(world, tenantOf(call), call.query.mint);
    const lines = statementLines(world, tenantOf(call), call.query);
    return fileOf(
      STATEMENT_COLUMNS,
      lines.map((row) => ({ ...row, ...token })),
    );
  },
  listCustomers: (world: World, call: ListCall) =>
    fileOf(CUSTOMER_COLUMNS, customersOf(world, tenantOf(call), call.query).flatMap(customerLines)),
};

/** Rows made, oldest first, as the request orders them. */
function inOrder<Row>({ query }: ListCall, made: readonly Row[]): Row[] {
  return query.order === 'asc' ? [...made] : made.toReversed();
}

function fileOf<Line>(columns: CsvColumns<Line>, lines: readonly Line[]): string {
  return csvHeader(columns) + csvLines(columns, lines);
}

function tokenOf(world: World, mandate: MandateRow) {
  const [facts] = tokenFacts(world, mandate, [mandate.mint]);
  return { mint: mandate.mint, symbol: facts!.symbol, decimals: mandate.decimals };
}

function partiesOf(world: World, mandateId: string) {
  const mandate = world.mandates.get(mandateId);
  const { payer, payee, name, offerId, clientReference, metadata } = mandate;
  return { payer, payee, name, offerId, clientReference, metadata, ...tokenOf(world, mandate) };
}
