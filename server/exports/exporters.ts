import {
  CHARGE_COLUMNS,
  CUSTOMER_COLUMNS,
  customerLines,
  MANDATE_COLUMNS,
  REFUND_COLUMNS,
} from '../../rules/exports/columns.ts';
import { AUDIT_COLUMNS } from '../../rules/audit/columns.ts';
import type { AuditLine } from '../../rules/audit/present.ts';
import { checkCreatedRange } from '../../rules/http/created-range.ts';
import { listEntries } from '../audit-log/queries.ts';
import { readAuditFilter } from '../audit-log/read-filter.ts';
import { type ListedCharge, listMerchantCharges } from '../charges/list-queries.ts';
import { type Customer, readCustomers } from '../customers/list-customers.ts';
import type { Deployment } from '../deployment.ts';
import type { Exporters } from '../http/handler.ts';
import { readFilter } from '../mandates/list-belongings.ts';
import { listMandates, type MandateRow, readMandateFilter } from '../mandates/queries.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { listTokenFacts } from '../metrics/token-facts.ts';
import { monthSpan, STATEMENT_COLUMNS, type StatementLine } from '../../rules/receipts/statement.ts';
import { listStatementLines, positionOf } from '../statements/queries.ts';
import { requireStatementToken } from '../statements/read-statement.ts';
import { listMerchantRefunds, type RefundRow } from '../refunds/queries.ts';
import { csvPieces } from './pieces.ts';
import { listChargeSignatures, listInstructionIndexes, listMandateFacts } from './queries.ts';

/** The lists that are also served as CSV, under the filters of their JSON. */
export function exporters(deployment: Pick<Deployment, 'db'>) {
  const { db } = deployment;
  return {
    listMandates: async function* (ctx, { query }) {
      const tenant = tenantOf(ctx);
      const filter = await readMandateFilter(db, tenant, query);
      yield* csvPieces({
        order: query.order,
        columns: MANDATE_COLUMNS,
        positionOf: ({ id }: MandateRow) => id,
        read: (page) => listMandates(db, tenant, filter, page),
        linesOf: async (rows) => {
          const facts = await listMandateFacts(db, tenant, idsOf(rows));
          const tokens = await listTokenFacts(db, tenant, mintsOf(rows));
          return rows.map((row) => ({
            ...row,
            symbol: tokens.get(row.mint)!.symbol,
            authorizationSignature: facts.get(row.id)?.authorizationSignature ?? null,
          }));
        },
      });
    },

    listCharges: async function* (ctx, { query }) {
      const tenant = tenantOf(ctx);
      const filter = await readFilter(db, tenant, query);
      yield* csvPieces({
        order: query.order,
        columns: CHARGE_COLUMNS,
        positionOf: ({ position }: ListedCharge) => position,
        read: (page) => listMerchantCharges(db, tenant, filter, page),
        linesOf: async (rows) => {
          const mandateIds = rows.map(({ mandateId }) => mandateId);
          const facts = await listMandateFacts(db, tenant, mandateIds);
          const tokens = await listTokenFacts(db, tenant, mintsOf(rows));
          const indexes = await listInstructionIndexes(db, tenant, idsOf(rows));
          return rows.map((row) => {
            const { decimals, authorizationSignature } = facts.get(row.mandateId)!;
            const { symbol } = tokens.get(row.mint)!;
            const instructionIndex = indexes.get(row.id) ?? null;
            return { ...row, symbol, decimals, authorizationSignature, instructionIndex };
          });
        },
      });
    },

    listRefunds: async function* (ctx, { query }) {
      const tenant = tenantOf(ctx);
      const filter = await readFilter(db, tenant, query);
      yield* csvPieces({
        order: query.order,
        columns: REFUND_COLUMNS,
        positionOf: ({ position }: RefundRow) => position,
        read: (page) => listMerchantRefunds(db, tenant, filter, page),
        linesOf: async (rows) => {
          const mandateIds = rows.map(({ mandateId }) => mandateId);
          const facts = await listMandateFacts(db, tenant, mandateIds);
          const tokens = await listTokenFacts(db, tenant, mintsOf([...facts.values()]));
          const chargeIds = rows.map(({ chargeId }) => chargeId);
          const signatures = await listChargeSignatures(db, tenant, chargeIds);
          return rows.map((row) => {
            const { id: _id, authorizationSignature: _signature, ...ofMandate } = facts.get(row.mandateId)!;
            const { symbol } = tokens.get(ofMandate.mint)!;
            const chargeSignature = signatures.get(row.chargeId) ?? null;
            return { ...row, ...ofMandate, symbol, chargeSignature };
          });
        },
      });
    },

    getStatement: async function* (ctx, { query: { month, mint } }) {
      const tenant = tenantOf(ctx);
      const token = await requireStatementToken(db, tenant, mint);
      const asked = { mint, span: monthSpan(month) };
      yield* csvPieces({
        order: 'asc',
        columns: STATEMENT_COLUMNS,
        positionOf,
        read: ({ take, newerThan }) => listStatementLines(db, tenant, asked, { take, after: newerThan }),
        linesOf: (rows: readonly StatementLine[]) =>
          Promise.resolve(rows.map((row) => ({ ...row, ...token }))),
      });
    },

    listCustomers: async function* (ctx, { query }) {
      const tenant = tenantOf(ctx);
      checkCreatedRange(query);
      yield* csvPieces({
        order: query.order,
        columns: CUSTOMER_COLUMNS,
        positionOf: ({ payer }: Customer) => payer,
        read: (page) => readCustomers({ db, contactsOf: null }, tenant, query, page),
        linesOf: async (rows) => rows.flatMap(customerLines),
      });
    },

    listAuditLog: async function* (ctx, { query }) {
      const tenant = tenantOf(ctx);
      const filter = readAuditFilter(query);
      yield* csvPieces({
        order: query.order,
        columns: AUDIT_COLUMNS,
        positionOf: ({ id }: AuditLine) => id,
        read: (page) => listEntries(db, tenant, filter, page),
        linesOf: (rows) => Promise.resolve(rows),
      });
    },
  } satisfies Exporters;
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function mintsOf(rows: readonly { mint: string }[]): string[] {
  return [...new Set(rows.map(({ mint }) => mint))];
}
