import type { Address, Signature } from '@solana/kit';
import type { WebSocket } from 'ws';
import type { Chain } from './chain.ts';
import { encodeAccount } from './encode-account.ts';
import { commitmentOf, configParam, toAddress, toSignature, withContext } from './params.ts';
import { RpcError } from './rpc-error.ts';

/** Checks for news and sends it; returns true to end the subscription. */
type Look = () => boolean | void;

/**
 * Subscriptions over WebSocket. Checks on each change of the chain and, only while there are subscribers, at
 * each new slot.
 */
export class PubSub {
  readonly #chain: Chain;
  readonly #looks = new Map<number, Look>();
  #nextId = 1;
  #timer: NodeJS.Timeout | null = null;
  #scheduled = false;
  readonly #unlisten: () => void;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.#unlisten = chain.onChange(() => this.#lookSoon());
  }

  /** Serves one connection until it closes. */
  accept(socket: WebSocket): void {
    const own = new Set<number>();
    socket.on('message', (data) => {
      const answer = this.#answer(String(data), socket, own);
      if (answer) socket.send(JSON.stringify(answer));
      this.#lookSoon();
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const id of own) this.#looks.delete(id);
    });
  }

  close(): void {
    this.#unlisten();
    this.#looks.clear();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #answer(text: string, socket: WebSocket, own: Set<number>): object | null {
    let id: unknown = null;
    try {
      const request = JSON.parse(text) as { id?: unknown; method?: unknown; params?: unknown };
      // kit keeps a connection alive with notifications called "ping"; notifications get no response.
      if (request.id === undefined) return null;
      id = request.id;
      const params = Array.isArray(request.params) ? request.params : [];
      return { jsonrpc: '2.0', result: this.#call(String(request.method), params, socket, own), id };
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : { code: -32700, message: 'Parse error' };
      return { jsonrpc: '2.0', error: { code, message }, id };
    }
  }

  #call(method: string, params: unknown[], socket: WebSocket, own: Set<number>): unknown {
    if (/^(signature|account|slot|root)Unsubscribe$/.test(method)) {
      return own.delete(params[0] as number) && this.#looks.delete(params[0] as number);
    }
    const id = this.#nextId;
    const tell = (result: unknown) => {
      const notification = method.replace('Subscribe', 'Notification');
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', method: notification, params: { result, subscription: id } }),
      );
    };
    const look = this.#lookFor(method, params, tell);
    this.#nextId += 1;
    own.add(id);
    this.#looks.set(id, look);
    return id;
  }

  #lookFor(method: string, params: unknown[], tell: (result: unknown) => void): Look {
    switch (method) {
      case 'signatureSubscribe':
        return this.#lookForSignature(toSignature(params[0]), configParam(params, 1), tell);
      case 'accountSubscribe':
        return this.#lookForAccount(toAddress(params[0]), configParam(params, 1), tell);
      case 'slotSubscribe':
        return this.#lookForSlot('processed', (slot) => {
          tell({ parent: slot - 1, root: this.#chain.slots.at('finalized'), slot });
        });
      case 'rootSubscribe':
        return this.#lookForSlot('finalized', tell);
      default:
        throw new RpcError(-32601, 'Method not found');
    }
  }

  #lookForSignature(
    signature: Signature,
    config: Record<string, unknown>,
    tell: (result: unknown) => void,
  ): Look {
    const { history, slots } = this.#chain;
    const commitment = commitmentOf(config);
    let received = config['enableReceivedNotification'] !== true;
    return () => {
      const entry = history.find(signature);
      if (!entry) return false;
      if (!received) tell(withContext(slots.current(), 'receivedSignature'));
      received = true;
      const slot = slots.at(commitment);
      if (entry.slot > slot) return false;
      tell(withContext(slot, { err: entry.err }));
      return true;
    };
  }

  #lookForAccount(address: Address, config: Record<string, unknown>, tell: (result: unknown) => void): Look {
    const { accounts, slots } = this.#chain;
    const commitment = commitmentOf(config);
    const readAt = (slot: number) => (other: Address) => accounts.readAt(other, slot);
    let known = readAt(slots.at(commitment))(address);
    return () => {
      const slot = slots.at(commitment);
      const state = readAt(slot)(address);
      if (state === known) return;
      known = state;
      // A node reports a closed account as one without lamports or data.
      const gone = {
        lamports: 0,
        data: ['', 'base64'],
        executable: false,
        owner: '1'.repeat(32),
        rentEpoch: 0,
        space: 0,
      };
      tell(withContext(slot, encodeAccount(state, config, readAt(slot)) ?? gone));
    };
  }

  #lookForSlot(commitment: 'processed' | 'finalized', tell: (slot: number) => void): Look {
    const { slots } = this.#chain;
    let known = slots.at(commitment);
    return () => {
      const slot = slots.at(commitment);
      if (slot === known) return;
      known = slot;
      tell(slot);
    };
  }

  /** Many transactions may land in one turn: one check serves them all. */
  #lookSoon(): void {
    if (this.#scheduled || this.#looks.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#look();
    });
  }

  #look(): void {
    for (const [id, look] of this.#looks) if (look()) this.#looks.delete(id);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer =
      this.#looks.size > 0 ? setTimeout(() => this.#look(), this.#chain.slots.untilNextMs()) : null;
  }
}
