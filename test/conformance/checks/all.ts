import { IMPLIED_SECTION, type Row } from '../specification.ts';
import type { Check, Checks } from './check.ts';
import * as endpoints from './endpoints.ts';
import { ACCESS } from './errors/access.ts';
import { COMMERCE } from './errors/commerce.ts';
import { REQUEST } from './errors/request.ts';
import { SETTLEMENT } from './errors/settlement.ts';
import { IDEMPOTENCY, RETRYING, SHAPE, TRAFFIC } from './errors/traffic.ts';
import * as events from './events.ts';
import { fieldCheck, OTHER_SHAPES } from './fields.ts';
import { IMPLIED } from './implied.ts';
import { LIMITS } from './limits.ts';
import { PLANS } from './plans.ts';
import { CHARGE_TRANSITIONS, MANDATE_TRANSITIONS } from './transitions.ts';

/** The checks of each section of the specification. */
const SECTIONS: Record<string, Checks> = {
  'Resources and fields / Other shapes': OTHER_SHAPES,
  'States and transitions / Mandate': MANDATE_TRANSITIONS,
  'States and transitions / Charge': CHARGE_TRANSITIONS,
  'States and transitions / Webhook delivery': events.DELIVERY_TRANSITIONS,
  'Endpoints / Merchants': endpoints.MERCHANTS,
  'Endpoints / Mandates': endpoints.MANDATES,
  'Endpoints / Checkout (browser; no auth except client_secret)': endpoints.CHECKOUT,
  'Endpoints / Webhooks and events': endpoints.WEBHOOKS_AND_EVENTS,
  'Endpoints / Tokens': endpoints.TOKENS,
  'Endpoints / Payment links': endpoints.PAYMENT_LINKS,
  'Endpoints / Products': endpoints.PRODUCTS,
  'Endpoints / Customers and metrics': endpoints.CUSTOMERS_AND_METRICS,
  'Endpoints / Payout wallet': endpoints.PAYOUT_WALLET,
  'Endpoints / Wallet balance': endpoints.WALLET_BALANCE,
  'Events / Event kinds': events.EVENT_KINDS,
  'Events / Registering an endpoint': events.REGISTERING,
  'Events / Signature': events.SIGNATURES,
  'Events / Delivery behaviour': events.DELIVERY,
  Errors: SHAPE,
  'Errors / Retry guidance': RETRYING,
  'Errors / Authentication and access codes': ACCESS,
  'Errors / Request codes': REQUEST,
  'Errors / Commerce and token codes': COMMERCE,
  'Errors / Settlement and chain codes': SETTLEMENT,
  'Errors / Traffic and server codes': TRAFFIC,
  'Errors / Idempotency': IDEMPOTENCY,
  Limits: LIMITS,
  [IMPLIED_SECTION]: { ...IMPLIED, ...PLANS },
};

/** The check of a row; null where nobody wrote one, which is a failure. */
export function checkOf(row: Row): Check | null {
  if (row.cells['Field'] !== undefined && !(row.section in SECTIONS)) return fieldCheck(row);
  return SECTIONS[row.section]?.[row.name] ?? null;
}

/** Checks that belong to no row: the specification names something differently, or no longer. */
export function strayChecks(rows: readonly Row[]): string[] {
  const known = new Set(rows.map(({ section, name }) => `${section} / ${name}`));
  return Object.entries(SECTIONS)
    .flatMap(([section, checks]) => Object.keys(checks).map((name) => `${section} / ${name}`))
    .filter((name) => !known.has(name));
}
