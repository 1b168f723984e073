import { WebhookVerificationError as Class } from './errors.ts';

export type { WebhookErrorCode } from './errors.ts';

/**
 * The one error of verification. A constant, not a re-export: a bundler that splits code would load a
 * re-exported class at once as soon as lazy code uses it, even if the app does not.
 */
export const WebhookVerificationError: typeof Class = Class;
export type WebhookVerificationError = Class;
