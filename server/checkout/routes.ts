import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { readCheckoutReceipt } from '../receipts/checkout-receipt.ts';
import { findCheckoutMandate } from './find-mandate.ts';
import { issueInstruction } from './issue-instruction.ts';
import { presentCheckout } from './present.ts';
import { refreshCheckout } from './refresh-checkout.ts';
import { submitCheckout } from './submit-checkout.ts';

/** The checkout operations, which the payer's browser calls with the mandate's client_secret. */
export function checkoutRoutes(deployment: Deployment) {
  const find = ({ path, query }: { path: { id: string }; query: { client_secret: string } }) =>
    findCheckoutMandate(deployment.db, path.id, query.client_secret);
  return {
    getCheckoutMandate: async (_ctx, input) => ({
      status: 200,
      body: await presentCheckout(deployment, await find(input)),
    }),
    createCheckoutInstruction: async (_ctx, input) => ({
      status: 200,
      body: await issueInstruction(deployment, await find(input), input.body),
    }),
    refreshCheckout: async ({ signal }, input) => ({
      status: 200,
      body: await refreshCheckout(deployment, await find(input), { ...input.body, signal }),
    }),
    submitCheckout: async ({ signal }, input) => ({
      status: 200,
      body: await submitCheckout(deployment, await find(input), { ...input.body, signal }),
    }),
    getCheckoutReceipt: async (_ctx, input) => ({
      status: 200,
      body: await readCheckoutReceipt(deployment, await find(input)),
    }),
  } satisfies Pick<
    Handlers,
    | 'getCheckoutMandate'
    | 'createCheckoutInstruction'
    | 'refreshCheckout'
    | 'submitCheckout'
    | 'getCheckoutReceipt'
  >;
}
