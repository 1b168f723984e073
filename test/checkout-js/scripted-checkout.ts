import { type Checkout, type CheckoutState, type CheckoutView, createCheckout } from '@autopay/checkout-js';
import { makePayer } from './checkout-service.ts';
import { approval, bincode, meaningOf, viewOf, wire } from './issued.ts';
import { scriptedWallet, type WalletScript } from './standard-wallet.ts';

/** A route's response: a body, or a function of how often it was called before. */
type Reply = object | ((asked: number) => object | Promise<object>);

/** The API's refusal, as a reply. */
export function refused(status: number, code: string): Reply {
  return () => Response.json({ error: { type: 'invalid_request_error', code, message: code } }, { status });
}

/**
 * A checkout on mainnet against a service that responds in this process as scripted, by default honestly: the
 * pending view, its instruction, and an active mandate with a settled charge after submit.
 */
export async function startScripted(
  script: WalletScript | null = {},
  routes: { [route: string]: Reply } = {},
  changes: Partial<CheckoutView> = {},
) {
  const payer = await makePayer();
  const view = await viewOf({ payer: payer.address, ...changes });
  const main = await approval(meaningOf(view));
  const settled = { ...view, status: 'active', firstCharge: { status: 'succeeded', txSignature: 'sig' } };
  const issued = {
    object: 'checkout_instruction',
    feePayer: view.payer,
    instruction: bincode(main),
    transaction: wire([main], payer.address),
  };
  const replies: { [route: string]: Reply } = {
    'GET ': view,
    'POST /instruction': issued,
    'POST /submit': settled,
    'POST /refresh': view,
    ...routes,
  };
  /** The routes that were called, in order. */
  const called: string[] = [];
  const fetch = (async (input: URL, { method }: { method: string }) => {
    const route = `${method} ${input.pathname.replace(`/v1/checkout/mandates/${view.id}`, '')}`;
    const before = called.filter((each) => each === route).length;
    called.push(route);
    const reply = replies[route]!;
    const body = typeof reply === 'function' ? await (reply as (asked: number) => object)(before) : reply;
    return body instanceof Response ? body : Response.json(body);
  }) as unknown as typeof globalThis.fetch;
  const person = await scriptedWallet({ signer: payer.signer }, { chains: ['solana:mainnet'], ...script });
  const access = { apiBase: 'https://pay.example.com', mandateId: view.id, clientSecret: 'cs_1' };
  const checkout = createCheckout({
    ...access,
    fetch,
    storage: null,
    ...(script === null ? {} : { wallets: [person.wallet] }),
  });
  return { checkout, person, view, settled, issued, called, access, fetch, seen: watch(checkout) };
}

/** Every snapshot from now on. */
export function watch(checkout: Checkout): CheckoutState[] {
  const seen = [checkout.getState()];
  checkout.subscribe(() => seen.push(checkout.getState()));
  return seen;
}
