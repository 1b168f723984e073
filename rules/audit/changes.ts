/** Values longer than this are cut: the log says what was changed, it is no copy of it. */
const LONGEST_VALUE = 200;

/**
 * Fields whose values are no secret, and say what a request changed. Of every other field only the name is kept: a field that is
 * new, or whose value could open something, is never copied by accident.
 */
const SHOWN: ReadonlySet<string> = new Set([
  'accentColor',
  'acknowledged',
  'active',
  'address',
  'amount',
  'amountOnce',
  'amountPerPeriod',
  'autoAuthorize',
  'clientReference',
  'contentTitle',
  'decimals',
  'description',
  'email',
  'enabled',
  'events',
  'id',
  'isDefault',
  'logoUrl',
  'maxPeriods',
  'mint',
  'mode',
  'name',
  'payee',
  'payer',
  'payoutWallet',
  'periodSeconds',
  'reason',
  'role',
  'scheme',
  'scope',
  'sellMode',
  'status',
  'supportEmail',
  'supportUrl',
  'symbol',
  'testOnly',
  'trialSeconds',
  'type',
  'url',
]);

/** What a request changes, by field: its value, or null where only the name is kept. */
export type Changes = Record<string, string | number | boolean | null>;

/** The fields of a request's body without anything secret; null if there are none. Addresses of the web lose their query. */
export function changesIn(body: unknown): Changes | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map(([name, value]) => [name, SHOWN.has(name) ? shown(value) : null]));
}

function shown(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cut(withoutQuery(value));
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return cut(value.join(', '));
  return null;
}

/** A query, a fragment or the user part of an address may hold a password of another service. */
function withoutQuery(text: string): string {
  return /^https?:\/\//i.test(text) ? text.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//') : text;
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}
