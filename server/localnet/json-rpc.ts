import { sleep } from '../lib/clock.ts';
import type { Chain } from './chain.ts';
import { type Fault, Faults, parseFaults } from './faults.ts';
import { accountMethods } from './methods-accounts.ts';
import { clusterMethods } from './methods-cluster.ts';
import { historyMethods } from './methods-history.ts';
import { localnetMethods } from './methods-localnet.ts';
import { getFeeForMessage, Sending } from './methods-send.ts';
import type { Method } from './params.ts';
import { RpcError } from './rpc-error.ts';

/** Thrown to close a connection instead of responding. */
export class ConnectionLost extends Error {}

type JsonRpcId = string | number | null;

const METHODS: Record<string, Method> = {
  ...clusterMethods,
  ...accountMethods,
  ...historyMethods,
  ...localnetMethods,
  getFeeForMessage,
};

/** Serves JSON-RPC requests, single or in a batch, applying the faults that are set. */
export class Rpc {
  readonly faults = new Faults();
  readonly #sending = new Sending();
  readonly #chain: Chain;
  readonly #stopping: AbortSignal;

  constructor(chain: Chain, stopping: AbortSignal) {
    this.#chain = chain;
    this.#stopping = stopping;
  }

  /**
   * The response's text; empty if there were only notifications. Throws ConnectionLost if a fault drops the
   * response.
   */
  async answer(body: string): Promise<string> {
    let request: unknown;
    try {
      request = JSON.parse(body);
    } catch {
      return JSON.stringify(failure(null, new RpcError(-32700, 'Parse error')));
    }
    if (!Array.isArray(request)) return asText(await this.#one(request));
    if (request.length === 0) return JSON.stringify(failure(null, new RpcError(-32600, 'Invalid request')));
    const answers: unknown[] = [];
    for (const one of request) answers.push(await this.#one(one));
    const given = answers.filter((answer) => answer !== null);
    return given.length > 0 ? JSON.stringify(given) : '';
  }

  async #one(request: unknown): Promise<object | null> {
    const {
      id = null,
      method,
      params = [],
    } = (request ?? {}) as {
      id?: JsonRpcId;
      method?: unknown;
      params?: unknown;
    };
    if (typeof method !== 'string' || !Array.isArray(params)) {
      return failure(id, new RpcError(-32600, 'Invalid request'));
    }
    try {
      const result = await this.#call(method, params);
      const isNotification = !Object.hasOwn(request as object, 'id');
      return isNotification ? null : { jsonrpc: '2.0', result, id };
    } catch (error) {
      if (error instanceof ConnectionLost) throw error;
      return failure(id, error);
    }
  }

  async #call(method: string, params: unknown[]): Promise<unknown> {
    const hits = this.faults.take(method);
    const hit = (kind: Fault['kind']) => hits.find((fault) => fault.kind === kind);
    if (hit('hang')) {
      await this.#faultsChangedOrStopping();
      throw new ConnectionLost();
    }
    const delay = hit('delay');
    if (delay) await sleep(delay.delayMs!, this.#stopping);
    const refusal = hit('refuse');
    if (refusal) {
      const { code, message, data } = refusal.error ?? {
        code: -32005,
        message: 'Node is unhealthy',
        data: {},
      };
      throw new RpcError(code, message, data);
    }
    const result = await this.#act(method, params, hits);
    if (hit('loseReply')) throw new ConnectionLost();
    return result;
  }

  #act(method: string, params: unknown[], hits: Fault[]): unknown {
    const call = { chain: this.#chain, lagSlots: hits.find(({ kind }) => kind === 'lag')?.slots ?? 0 };
    switch (method) {
      case 'sendTransaction': {
        const fate = hits.find(({ kind }) => kind === 'drop' || kind === 'expire')?.kind as
          | 'drop'
          | 'expire'
          | undefined;
        return this.#sending.send(params, call, fate ?? 'land');
      }
      case 'simulateTransaction':
        return this.#sending.simulate(params, call);
      case 'autopay_setFaults':
        return this.faults.set(parseFaults((params[0] as { faults?: unknown } | undefined)?.faults));
      case 'autopay_getFaults':
        return { faults: this.faults.list() };
      default: {
        if (!Object.hasOwn(METHODS, method)) throw new RpcError(-32601, 'Method not found');
        return METHODS[method]!(params, call);
      }
    }
  }

  #faultsChangedOrStopping(): Promise<void> {
    const stopping = this.#stopping;
    return Promise.race([
      this.faults.changed(),
      new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve(), { once: true })),
    ]);
  }
}

function asText(answer: object | null): string {
  return answer ? JSON.stringify(answer) : '';
}

function failure(id: JsonRpcId, error: unknown) {
  if (!(error instanceof RpcError)) {
    return { jsonrpc: '2.0', error: { code: -32603, message: `Internal error: ${String(error)}` }, id };
  }
  const { code, message, data } = error;
  return { jsonrpc: '2.0', error: { code, message, ...(data === undefined ? {} : { data }) }, id };
}
