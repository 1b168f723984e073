import { WebhookVerificationError as Class } from './errors.ts';

export type { WebhookErrorCode } from './errors.ts';

/**
 * The one error of verifying. A name of its own, and no re-export: a bundler that splits loads what an entry re-exports at once as soon
 * as something lazy uses it, too, also when the app does not.
 */
export const WebhookVerificationError: typeof Class = Class;
export type WebhookVerificationError = Class;
