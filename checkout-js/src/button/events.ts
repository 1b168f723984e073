import type { CheckoutState } from '../checkout-state.ts';
import type { CheckoutError } from '../errors.ts';

/**
 * Detail of `autopay:settled`. A reload fires it again, so handle it once per mandate id; your server learns
 * of it by webhook.
 */
export interface AutopaySettledDetail {
  mandateId: string;
  state: CheckoutState;
}

/** Detail of `autopay:failed`, which also fires for failures the person can fix, such as user_rejected. */
export interface AutopayFailedDetail {
  mandateId: string;
  error: CheckoutError;
  state: CheckoutState;
}

/** The element's own events. They bubble and leave shadow roots; none carries the client_secret. */
export interface AutopayButtonEventMap {
  'autopay:settled': CustomEvent<AutopaySettledDetail>;
  'autopay:failed': CustomEvent<AutopayFailedDetail>;
  'autopay:state': CustomEvent<CheckoutState>;
}
