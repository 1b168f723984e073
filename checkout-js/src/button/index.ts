/** The public names of the button's subpath. */
export { AutopayButton } from './autopay-button.ts';
export { defineAutopayButton } from './define.ts';
export type { AutopayButtonEventMap, AutopayFailedDetail, AutopaySettledDetail } from './events.ts';
