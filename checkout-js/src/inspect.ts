/**
 * The public names of `@autopay/checkout-js/inspect`, which decodes and checks the bytes, for apps that sign
 * by themselves.
 */
export { type DecodedInstruction, decodeInstruction, type InstructionAccount } from './decode-instruction.ts';
export {
  type Authorization,
  inspectAuthorization,
  type IssuedAuthorization,
} from './inspect-authorization.ts';
export { planReference, type PlanTerms } from './plan-reference.ts';
export { openTransaction, type ReadMessage, readMessage, type WireTransaction } from './read-transaction.ts';
export { TOKEN_PROGRAMS, tokenAccountOf } from './token-account.ts';
