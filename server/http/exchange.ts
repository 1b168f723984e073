import type { Request, Response } from 'express';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { countedAddress } from './client-address.ts';
import type { Auth } from './context.ts';
import type { Operation } from './handler.ts';

/** What is known about a request and its response while it is served; the request log is written from it. */
export interface Exchange {
  requestId: string;
  /** The client's address, in the form that is counted. */
  address: string;
  startedMs: number;
  /** As received: a HEAD is served like a GET. */
  method: string;
  /** Null until a route was found. */
  operation: Operation | null;
  /** Null until a credential was accepted. */
  auth: Auth | null;
  /** Whoever the credential belongs to, accepted or not. */
  caller: Auth | null;
}

const exchanges = new WeakMap<Response, Exchange>();

/** Starts the exchange whose response is `res`. */
export function beginExchange(res: Response, clock: Clock): Exchange {
  const exchange: Exchange = {
    requestId: newId('request'),
    address: countedAddress(addressOf(res.req)),
    startedMs: clock.milliseconds(),
    method: res.req.method,
    operation: null,
    auth: null,
    caller: null,
  };
  exchanges.set(res, exchange);
  return exchange;
}

/** The client's address: Express reads it from what proxies say, which takes longer than all the rest here. */
function addressOf(req: Request): string | undefined {
  return req.headers['x-forwarded-for'] === undefined ? req.socket.remoteAddress : req.ip;
}

/** The exchange whose response is `res`. */
export function exchangeOf(res: Response): Exchange {
  return exchanges.get(res)!;
}
