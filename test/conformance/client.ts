import assert from 'node:assert/strict';

/** One request and its response: what a row is proved by. */
export interface Exchange {
  method: string;
  /** As it was sent, without its query. */
  path: string;
  status: number;
  /** The error's code, or null. */
  code: string | null;
  headers: Headers;
  // Checks read deep into responses of many shapes, and assert what they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface CallOptions {
  /** Sent as a Bearer token. */
  key?: string | undefined;
  /** Sent as JSON; text as it stands. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Speaks HTTP with one deployment, and keeps every exchange. */
export class Client {
  readonly url: string;
  readonly exchanges: Exchange[] = [];

  constructor(url: string) {
    this.url = url;
  }

  async call(method: string, path: string, { key, body, headers = {} }: CallOptions = {}): Promise<Exchange> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = JSON.parse(await response.text());
    const exchange = {
      method,
      path: path.replace(/\?.*$/, ''),
      status: response.status,
      code: answer.error?.code ?? null,
      headers: response.headers,
      body: answer,
    };
    this.exchanges.push(exchange);
    return exchange;
  }

  /** A call that must succeed. */
  async ok(method: string, path: string, options: CallOptions = {}): Promise<Exchange> {
    const exchange = await this.call(method, path, options);
    assert.ok(
      exchange.status < 300,
      `${method} ${path}: ${exchange.status} ${JSON.stringify(exchange.body)}`,
    );
    return exchange;
  }
}

/** Holds that `exchange` was refused in the one shape of errors, with this status, code and, where one field is at fault, `param`. */
export function refused(exchange: Exchange, status: number, code: string, param?: string): Exchange {
  const { error } = exchange.body;
  const got = `${exchange.method} ${exchange.path}: ${exchange.status} ${JSON.stringify(exchange.body)}`;
  assert.equal(exchange.status, status, got);
  assert.equal(error?.code, code, got);
  assert.equal(error.param, param, got);
  assert.deepEqual(Object.keys(exchange.body), ['error'], got);
  for (const field of ['type', 'message']) assert.equal(typeof error[field], 'string', got);
  return exchange;
}
