import {
  type Address,
  type Base64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/kit';
import type { AuthorizationTerms } from './authorization.ts';
import { readDelegation } from './delegation.ts';
import { withoutPatience } from '../lib/deadline.ts';
import { accountsOf, matchPayments, type PaymentTerms } from './payment.ts';
import { isFullySigned, type ReadTransaction, readTransaction } from './read-transaction.ts';
import { askNode, type Chain, type ChainNode } from './rpc.ts';
import type { Signer } from './signer.ts';
import { toBase64, wireBytes } from './transaction.ts';

/** Whether a wallet's signed transaction is one we issued and may send, or why not. */
export type SubmitVerdict =
  | { ok: true; signature: Signature; instructionIndex: number; blockhash: string; wire: Uint8Array }
  | { ok: false; reason: string };

/**
 * Whether the signed transaction in `wire` is an issued approval: the payer's consent to these terms, for one
 * of `issuedAmountsAtomic`. It is judged by meaning: wallets may add instructions that leave the account's
 * delegate alone. Only the network can tell whether it will land.
 */
export async function verifySignedAuthorization(
  wire: Uint8Array,
  terms: AuthorizationTerms & { decimals: number; issuedAmountsAtomic: readonly bigint[] },
): Promise<SubmitVerdict> {
  return verifySigned(wire, terms.payer, async (read) => {
    const delegation = await readDelegation(read, terms);
    const isApproval =
      delegation?.kind === 'approve' &&
      delegation.delegate === terms.delegate &&
      delegation.references.join() === terms.reference;
    if (!isApproval) return 'It does not hold exactly the one approval that was issued.';
    return terms.issuedAmountsAtomic.includes(delegation.amountAtomic)
      ? delegation.instructionIndex
      : 'It approves another amount than was issued. Ask for the instruction again and have that signed.';
  });
}

/** Whether the signed transaction in `wire` makes exactly one payment of `amountAtomic` under these terms. */
export async function verifySignedPayment(
  wire: Uint8Array,
  terms: PaymentTerms & { amountAtomic: bigint },
): Promise<SubmitVerdict> {
  return verifySigned(wire, terms.payer, async (read) => {
    const [payment, ...others] = matchPayments(read, { ...terms, ...(await accountsOf(terms)) });
    if (!payment || others.length > 0) return 'It does not hold exactly the one transfer that was issued.';
    return payment.amountAtomic === terms.amountAtomic
      ? payment.instructionIndex
      : 'It transfers another amount than the price.';
  });
}

/** Requirements for every transaction from a wallet; `match` then finds the issued instruction in it. */
export async function verifySigned(
  wire: Uint8Array,
  feePayer: Address,
  match: (read: ReadTransaction) => Promise<number | string>,
): Promise<SubmitVerdict> {
  const read = readTransaction(wire);
  if (!read) return { ok: false, reason: 'It is not a Solana transaction.' };
  if (read.feePayer !== feePayer) return { ok: false, reason: `Its fee payer is not ${feePayer}.` };
  // It would stay valid forever, and could be sent long after everyone took it for expired.
  if (read.usesDurableNonce) return { ok: false, reason: 'It uses a durable nonce.' };
  const matched = await match(read);
  if (typeof matched === 'string') return { ok: false, reason: matched };
  const { signature, blockhash, transaction } = read;
  if (!signature || !(await isFullySigned(read))) {
    return { ok: false, reason: 'A signature is missing or does not verify.' };
  }
  return { ok: true, signature, instructionIndex: matched, blockhash, wire: wireBytes(transaction) };
}

/**
 * Adds the fee payer's signature, the last one missing. The caller is responsible for every byte: it moves
 * with the authority of this key.
 */
export async function addSignature(
  { transaction }: ReadTransaction,
  feePayer: Signer,
): Promise<{ signature: Signature; wire: Uint8Array }> {
  const signature = await feePayer.signTransactionMessage(new Uint8Array(transaction.messageBytes));
  const signed = {
    ...transaction,
    signatures: { ...transaction.signatures, [feePayer.address]: signature },
  };
  return { signature: getSignatureFromTransaction(signed), wire: wireBytes(signed) };
}

/**
 * A node's response to a sent transaction. `accepted: false` proves nothing: an earlier copy may still land. `isRefused`: every node has
 * simulated it, seen it fail and passed it on to nobody.
 */
export type SendOutcome = { accepted: true } | { accepted: false; isRefused: boolean; error: string };

/** A node accepts a transaction at once. One that hangs must not delay what else is to be sent. */
const SEND_DEADLINE_MS = 3_000;

/**
 * Sends the same signed bytes to every node, once each; `maxRetries: 0`, since re-sending is our decision.
 * Returns as soon as one node has accepted them, or all have rejected them. Never throws: only its status
 * tells the outcome of a signed transaction.
 */
export async function sendWire(
  chain: Chain,
  wire: Uint8Array,
  { skipPreflight = false }: { skipPreflight?: boolean } = {},
): Promise<SendOutcome> {
  const encoded = toBase64(wire) as Base64EncodedWireTransaction;
  const config = {
    encoding: 'base64',
    maxRetries: 0n,
    preflightCommitment: 'confirmed',
    skipPreflight,
  } as const;
  const send = (node: ChainNode) =>
    askNode(chain, node, (rpc) => rpc.sendTransaction(encoded, config), { deadlineMs: SEND_DEADLINE_MS });
  // Sent no matter how long the request has already waited for nodes: it was committed.
  const answers = withoutPatience(() => Promise.any(chain.nodes.map(send)));
  return answers.then(
    () => ({ accepted: true }),
    ({ errors }: AggregateError) => ({
      accepted: false,
      isRefused: errors.every(isPreflightFailure),
      error: errors.map(describe).join('; '),
    }),
  );
}

function isPreflightFailure(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isSolanaError(at, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
      return true;
  }
  return false;
}

/** The messages of an error and its causes: the last one has the node's reason. */
function describe(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) messages.push(at.message);
  return messages.join(': ');
}
