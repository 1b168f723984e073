/** What the operations' functions need beside themselves; also exported by `@autopay/sdk`. */
export { fromAtomic, toAtomic } from './amounts.ts';
export type { Method } from './call.ts';
export { type AutopayOptions, type Client, createClient } from './client.ts';
export type { Credential } from './credential.ts';
export {
  ApiError,
  AuthenticationError,
  AutopayError,
  type AutopayErrorCode,
  ConnectionError,
  InvalidRequestError,
  isAutopayError,
  OutcomeUnknownError,
  RateLimitError,
  type SdkErrorCode,
} from './errors.ts';
export type { ErrorCodes } from './generated/error-codes.ts';
export type { HookedAttempt, HookedCall, HookedResponse, HookedRetry, Hooks } from './hooks.ts';
export type { ListCall } from './list.ts';
export { request, type RequestOptions } from './request.ts';
export type {
  Body,
  Call,
  CallOptions,
  CallResponse,
  IdempotentCallOptions,
  Mode,
  Page,
  Query,
} from './types.ts';
