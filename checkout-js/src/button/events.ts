import type { CheckoutState } from '../checkout-state.ts';
import type { CheckoutError } from '../errors.ts';

/** What `autopay:settled` tells. A reload tells it again, so act on it by the mandate's id; your server learns it by webhook. */
export interface AutopaySettledDetail {
  mandateId: string;
  state: CheckoutState;
}

/** What `autopay:failed` tells: also of what the person can still mend, such as user_rejected. */
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
