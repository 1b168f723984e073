import { open, rename, rm } from 'node:fs/promises';
import { type Command, CommandFailure, UsageError } from './command.ts';
import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { noAnswer } from './failure.ts';
import { didYouMean } from './nearest.ts';
import { printable } from './terminal.ts';

/** The lists that are served as CSV, with the options that do not narrow each. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  mandates: ['mandate', 'recovered', 'month', 'paid-from', 'paid-to'],
  charges: ['month'],
  refunds: ['recovered', 'month', 'paid-from', 'paid-to'],
  customers: ['status', 'mandate', 'recovered', 'mint', 'month', 'paid-from', 'paid-to'],
  statements: [
    'status',
    'recovered',
    'mandate',
    'payer',
    'payment-link',
    'product',
    'client-reference',
    'metadata',
    'created-from',
    'created-to',
    'paid-from',
    'paid-to',
    'order',
  ],
};

/** Options that narrow or order a list, and the API's name of each. */
const FILTERS: Readonly<Record<string, string>> = {
  status: 'status',
  mandate: 'mandate',
  recovered: 'recovered',
  payer: 'payer',
  mint: 'mint',
  month: 'month',
  'payment-link': 'paymentLink',
  product: 'product',
  'client-reference': 'clientReference',
  metadata: 'metadata',
  'created-from': 'createdFrom',
  'created-to': 'createdTo',
  'paid-from': 'paidFrom',
  'paid-to': 'paidTo',
  order: 'order',
};

/** `export <list>`: writes a whole list as CSV to a file, or to standard output. */
export const exportList: Command = {
  name: 'export',
  usage: '<list>',
  summary: 'Write mandates, charges, refunds, customers or a month’s statement as CSV',
  details: `<list> is mandates, charges, refunds, customers or statements. The file has every row that the filters leave, the newest first, and is as
large as it has to be. A statement is of one --month and --mint, the oldest first. Without --out it goes to standard output, so that "export charges > charges.csv" works. With --out it has that name only once it
is whole. A read-only key, rk_, is enough.`,
  options: {
    out: { type: 'string', value: '<path>', help: 'The file to write. Default: standard output.' },
    status: { type: 'string', value: '<state>', help: 'Only these, such as succeeded. Not for customers.' },
    mandate: { type: 'string', value: '<man_id>', help: "Only this mandate's. For charges and refunds." },
    recovered: { type: 'boolean', help: 'Only charges that succeeded after a failed attempt. For charges.' },
    payer: { type: 'string', value: '<address>', help: "Only this payer's." },
    mint: { type: 'string', value: '<address>', help: 'Only in this token. Not for customers.' },
    month: { type: 'string', value: '<YYYY-MM>', help: 'The month of a statement, in UTC. For statements.' },
    'payment-link': { type: 'string', value: '<lnk_id>', help: 'Only what was bought through this link.' },
    product: { type: 'string', value: '<prd_id>', help: 'Only what was bought of this product.' },
    'client-reference': { type: 'string', value: '<text>', help: 'Only with this reference of yours.' },
    metadata: {
      type: 'string',
      value: '<key:value>',
      help: 'Only with this entry of yours, such as order:123.',
    },
    'created-from': {
      type: 'string',
      value: '<date>',
      help: 'Only what was created since: 2026-11-01 in UTC, or Unix seconds.',
    },
    'created-to': {
      type: 'string',
      value: '<date>',
      help: 'Only what was created until then, that day included.',
    },
    'paid-from': {
      type: 'string',
      value: '<date>',
      help: 'Only what was paid since: 2026-11-01 in UTC, or Unix seconds. For charges.',
    },
    'paid-to': {
      type: 'string',
      value: '<date>',
      help: 'Only what was paid until then, that day included. For charges.',
    },
    order: {
      type: 'string',
      value: '<asc|desc>',
      help: 'asc: the oldest first. Default: desc, the newest first.',
    },
    ...CONNECTION_OPTIONS,
  },
  arity: { min: 1, max: 1 },
  async run(input) {
    const [list = ''] = input.args;
    const unfit = LISTS[list];
    if (unfit === undefined) {
      throw new UsageError(
        `"${printable(list)}" is no list that can be exported: ${Object.keys(LISTS).join(', ')}.${didYouMean(list, Object.keys(LISTS))}`,
      );
    }
    const useless = unfit.find((name) => input.values[name] !== undefined);
    if (useless !== undefined) throw new UsageError(`--${useless} does not narrow ${list}.`);
    const wanted = Object.entries(FILTERS).flatMap(([option, name]) => {
      const value = input.values[option];
      if (value === undefined) return [];
      return [[name, queried(option, value)]];
    });
    const { url, secretKey } = await connect(input);
    const search = new URLSearchParams(wanted).toString();
    const address = new URL(`/v1/${list}${search && `?${search}`}`, url);
    const response = await ask(address, secretKey, input.signal);
    const { out } = input.values;
    if (out === undefined) {
      await pour(response, (piece) => input.terminal.pour(piece), input.signal);
      return 0;
    }
    const bytes = await toFile(response, out, input.signal);
    input.terminal.tell(`${bytes} bytes in ${printable(out)}`, { bytes, file: out });
    return 0;
  },
};

/** An option's value in the query. `--recovered` takes no value: it asks for `true`. Throws UsageError. */
function queried(option: string, value: string): string {
  if (option === 'recovered') return 'true';
  return /^(created|paid)-/.test(option) ? secondsOf(option, value) : value;
}

/** Unix seconds of a day's begin, or of its last second; in UTC, as the file's own dates are. Throws UsageError. */
function secondsOf(option: string, text: string): string {
  if (/^\d{1,12}$/.test(text)) return text;
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 1000 : NaN;
  if (Number.isNaN(start)) {
    throw new UsageError(
      `--${option} takes a day such as 2026-11-01, or Unix seconds, and "${printable(text)}" is neither.`,
    );
  }
  return String(option.endsWith('-to') ? start + 86_399 : start);
}

/** The response with the file as its body. Throws CommandFailure with the service's own words. */
async function ask(address: URL, key: string, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' };
  let response: Response;
  try {
    response = await fetch(address, { headers, redirect: 'manual', signal });
  } catch (error) {
    signal.throwIfAborted();
    const { cause } = error as { cause?: { code?: string } };
    throw new CommandFailure(
      'connection_failed',
      noAnswer(address.origin, cause?.code ?? 'the connection failed'),
    );
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return response;
  const text = await response.text();
  const { code, message } = errorIn(text);
  const seconds = response.headers.get('retry-after');
  const wait = seconds === null ? '' : `, retry-after ${printable(seconds)} s`;
  throw new CommandFailure(code, `${printable(message)} (${code}, status ${response.status}${wait})`);
}

function errorIn(text: string): { code: string; message: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code: string; message: string } };
    if (error !== undefined) return error;
  } catch {
    // No answer of this service's.
  }
  return {
    code: 'unexpected_response',
    message: 'What answers there sent no CSV: is it an Autopay service of this version?',
  };
}

/** Under another name until it is whole: half a file is never taken for the whole. Returns its bytes. */
async function toFile(response: Response, path: string, signal: AbortSignal): Promise<number> {
  const partial = `${path}.part`;
  let isWhole = false;
  try {
    const file = await open(partial, 'w', 0o600);
    const bytes = await pour(response, (piece) => file.writeFile(piece), signal).finally(() => file.close());
    await rename(partial, path);
    isWhole = true;
    return bytes;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandFailure('file', `${printable(path)} cannot be written (${code}).`);
  } finally {
    if (!isWhole) await rm(partial, { force: true });
  }
}

/** Passes the body on, as fast as `take` does, and returns its bytes. Throws CommandFailure if it breaks off. */
async function pour(
  response: Response,
  take: (piece: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  const pieces = response.body![Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    const piece = await pieces.next().catch(() => {
      signal.throwIfAborted();
      throw new CommandFailure(
        'broken_off',
        'The answer broke off: what has arrived is not the whole list. Run it again.',
      );
    });
    if (piece.done === true) return bytes;
    bytes += piece.value.length;
    await take(piece.value);
  }
}
