import { open, rename, rm } from 'node:fs/promises';
import { type Command, CommandFailure, UsageError } from './command.ts';
import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { didYouMean } from './nearest.ts';
import { printable } from './terminal.ts';

/** The lists that are served as CSV, with the filters that each takes. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  mandates: ['status', 'payer'],
  charges: ['status', 'mandate'],
  refunds: ['status', 'mandate'],
  customers: [],
};

/** `export <list>`: writes a whole list as CSV to a file, or to standard output. */
export const exportList: Command = {
  name: 'export',
  usage: '<list>',
  summary: 'Write mandates, charges, refunds or customers as CSV',
  details: `<list> is mandates, charges, refunds or customers. The file has every row that the filters leave, the newest first, and is as large as
it has to be. Without --out it goes to standard output, so that "export charges > charges.csv" works. With --out it has that name only once it
is whole. A read-only key, rk_, is enough.`,
  options: {
    out: { type: 'string', value: '<path>', help: 'The file to write. Default: standard output.' },
    status: { type: 'string', value: '<state>', help: 'Only these, such as succeeded. Not for customers.' },
    payer: { type: 'string', value: '<address>', help: "Only this payer's. For mandates." },
    mandate: { type: 'string', value: '<man_id>', help: "Only this mandate's. For charges and refunds." },
    ...CONNECTION_OPTIONS,
  },
  arity: { min: 1, max: 1 },
  async run(input) {
    const [list = ''] = input.args;
    const filters = LISTS[list];
    if (filters === undefined) {
      throw new UsageError(
        `"${printable(list)}" is no list that can be exported: ${Object.keys(LISTS).join(', ')}.${didYouMean(list, Object.keys(LISTS))}`,
      );
    }
    for (const name of ['status', 'payer', 'mandate']) {
      if (input.values[name] !== undefined && !filters.includes(name)) {
        throw new UsageError(`--${name} does not narrow ${list}.`);
      }
    }
    const { url, secretKey } = await connect(input);
    const wanted = filters.flatMap((name) => {
      const value = input.values[name];
      return value === undefined ? [] : [[name, value]];
    });
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
      `${address.origin} did not answer: ${cause?.code ?? 'the connection failed'}. Is the service running there? Name another address with --url or AUTOPAY_URL.`,
    );
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return response;
  const text = await response.text();
  const { code, message } = errorIn(text);
  throw new CommandFailure(code, `${printable(message)} (${code}, status ${response.status})`);
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
