import { STATUS_CODES } from 'node:http';
import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit';
import { Agent, request } from 'undici';

/** The connections of all nodes. They are kept open between calls. */
const dispatcher = new Agent();
const HEADERS = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' };

/**
 * JSON-RPC over HTTP, for a quarter of the processor's time that kit's own transport takes: that goes through `fetch`, whose streams and
 * headers cost more than the call. Follows no redirects. Throws what kit's throws: a SolanaError for a status other than 2xx.
 */
export function httpTransport(url: string): RpcTransport {
  return async <T>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<T> => {
    const { statusCode, headers, body } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: HEADERS,
      body: stringify(payload),
      signal: signal ?? null,
    });
    const text = await body.text();
    if (statusCode < 200 || statusCode > 299) {
      throw new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
        headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        message: STATUS_CODES[statusCode] ?? 'Unknown status',
        statusCode,
      });
    }
    return parse(text) as T;
  };
}

/** Amounts are bigints, and JSON has integers of any size. */
function stringify(payload: unknown): string {
  return JSON.stringify(payload, (_, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
  );
}

/** Numbers from 2^53 have 16 digits or more; without any, plain parsing is exact and ten times as fast. */
const LARGE = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** An integer that a number cannot hold exactly becomes a bigint; kit makes bigints of the others where its types say so. */
function parse(text: string): unknown {
  if (!LARGE.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(source ?? '')
      ? BigInt(source!)
      : value,
  );
}

/** Revivers are given the text of a value, which TypeScript does not know yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;
