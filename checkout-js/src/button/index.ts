/** The public names of the button's subpath. */
export {
  AutopayButton,
  type AutopayButtonEventMap,
  type AutopayFailedDetail,
  type AutopaySettledDetail,
  defineAutopayButton,
} from './autopay-button.ts';
