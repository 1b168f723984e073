/** The error of the contract. It stands with the rules, which throw it in the service and in the SDK's fake. */
export { ApiError, type ApiErrorOptions, type ErrorBody } from '../../rules/api-error.ts';
