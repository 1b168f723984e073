/** What the shop's page loads: the packages as a merchant's own bundle has them. */
import { type Checkout, type CheckoutState, createCheckout } from '@autopay/checkout-js';
import { type AutopayButton, defineAutopayButton } from '@autopay/checkout-js/button';
import { checkoutUrl, readCheckoutLocation, redirectToCheckout } from '@autopay/checkout-js/redirect';

/** Handed to the tests as `window.shop`. */
export interface ShopPage {
  /** Begins a headless checkout; `checkout` and `statuses` are of the last one. */
  begin(options: Parameters<typeof createCheckout>[0]): void;
  checkout: Checkout | null;
  /** Every status that it had. */
  statuses: string[];
  /** Where it stands, without what cannot leave the page. */
  summary(): StateSummary;
  defineAutopayButton: typeof defineAutopayButton;
  checkoutUrl: typeof checkoutUrl;
  redirectToCheckout: typeof redirectToCheckout;
  readCheckoutLocation: typeof readCheckoutLocation;
  /** What the button told, in order. */
  told: { type: string; detail: unknown }[];
}

/** A state as a test reads it. */
export interface StateSummary extends Omit<CheckoutState, 'error'> {
  error: string | null;
}

declare global {
  interface Window {
    shop: ShopPage;
  }
}

window.shop = {
  begin(options) {
    const checkout = createCheckout(options);
    window.shop.checkout = checkout;
    window.shop.statuses = [checkout.getState().status];
    checkout.subscribe(() => {
      const { status } = checkout.getState();
      if (window.shop.statuses.at(-1) !== status) window.shop.statuses.push(status);
    });
  },
  checkout: null,
  statuses: [],
  summary() {
    const state = window.shop.checkout!.getState();
    return { ...state, error: state.error?.code ?? null };
  },
  defineAutopayButton,
  checkoutUrl,
  redirectToCheckout,
  readCheckoutLocation,
  told: [],
};

for (const type of ['autopay:state', 'autopay:settled', 'autopay:failed']) {
  document.addEventListener(type, (event) => {
    const { detail } = event as CustomEvent<unknown>;
    window.shop.told.push({ type, detail });
  });
}

// A page with a purchase in its address shows a button for it, so that a reload does too.
const purchase = decodeURIComponent(window.location.hash.slice(1));
if (purchase.startsWith('{')) {
  defineAutopayButton();
  const button: AutopayButton = document.createElement('autopay-button');
  document.querySelector('main')!.append(Object.assign(button, JSON.parse(purchase)));
}
