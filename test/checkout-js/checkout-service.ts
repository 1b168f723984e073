import { generateKeyPairSync } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';
import type { CheckoutView } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { json, refusal, type Reply, startScriptedServer } from '../sdk/scripted-server.ts';
import { approval, bincode, meaningOf, viewOf, wire } from './issued.ts';

/** A payer with a key, as a wallet file holds it. */
export async function makePayer() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signer = await signerFromKeyPair(new Uint8Array(Buffer.concat([seed, raw])));
  return { signer, publicKey, address: getAddressDecoder().decode(raw) };
}

/** The view of a pending mandate of `payer`. */
export function pendingViewOf(payer: Address, changes: Partial<CheckoutView> = {}): Promise<CheckoutView> {
  return viewOf({ payer, ...changes });
}

/** The replies of one route, given one after another, then the last one for ever. */
export type Route = Reply[];

/**
 * A checkout service that responds to each route from its own script. By default: the pending view, its
 * honest instruction, and an active mandate after submit or refresh.
 */
export async function startCheckoutService(view: CheckoutView, routes: { [route: string]: Route } = {}) {
  const main = await approval(meaningOf(view));
  const issued = {
    object: 'checkout_instruction',
    livemode: false,
    createdAt: 1,
    feePayer: view.payer,
    lastValidBlockHeight: 150,
  };
  const active = json(200, {
    ...view,
    status: 'active',
    firstCharge: { status: 'succeeded', txSignature: 'sig' },
  });
  const scripts: { [route: string]: Route } = {
    'GET ': [json(200, view)],
    'POST /instruction': [
      json(200, { ...issued, instruction: bincode(main), transaction: wire([main], view.payer as Address) }),
    ],
    'POST /submit': [active],
    'POST /refresh': [active],
    ...routes,
  };
  const given: { [route: string]: number } = {};
  const server = await startScriptedServer((response, request) => {
    const url = new URL(request.url, 'http://checkout');
    const route = `${request.method} ${url.pathname.replace(`/v1/checkout/mandates/${view.id}`, '')}`;
    const script = scripts[route];
    if (!script || url.searchParams.get('client_secret') !== 'cs_1')
      return refusal(404, 'unknown_route')(response, request);
    given[route] = (given[route] ?? 0) + 1;
    script[Math.min(given[route], script.length) - 1]!(response, request);
  });
  return {
    access: { apiBase: server.baseUrl, mandateId: view.id, clientSecret: 'cs_1' },
    /** How often each route was called. */
    given,
    received: server.received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
