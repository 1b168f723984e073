import {
  type Address,
  type Base64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Signature,
} from '@solana/kit';
import { type AuthorizationTerms, matchApproval } from './authorization.ts';
import { withoutPatience } from '../lib/deadline.ts';
import { accountsOf, matchPayments, type PaymentTerms } from './payment.ts';
import { isFullySigned, type ReadTransaction, readTransaction } from './read-transaction.ts';
import { askNode, type Chain, type ChainNode } from './rpc.ts';
import type { Signer } from './signer.ts';
import { tokenAccountOf } from './tokens.ts';
import { toBase64, wireBytes } from './transaction.ts';

/** What a signed transaction from a wallet is: ours to send, or not what was issued and why. */
export type SubmitVerdict =
  | { ok: true; signature: Signature; instructionIndex: number; blockhash: string; wire: Uint8Array }
  | { ok: false; reason: string };

/**
 * Whether the signed transaction in `wire` is the payer's consent to these terms. It is judged by meaning: wallets may
 * add instructions. Only the network can tell whether it will land.
 */
export async function verifySignedAuthorization(
  wire: Uint8Array,
  terms: AuthorizationTerms,
): Promise<SubmitVerdict> {
  return verifySigned(wire, terms.payer, async (read) => {
    const source = await tokenAccountOf(terms.payer, terms.mint, terms.program);
    const approval = matchApproval(read, { ...terms, source });
    return approval?.instructionIndex ?? 'It does not hold exactly the one approval that was issued.';
  });
}

/** Whether the signed transaction in `wire` makes exactly one payment of at least `minAmountAtomic` under these terms. */
export async function verifySignedPayment(
  wire: Uint8Array,
  terms: PaymentTerms & { minAmountAtomic: bigint },
): Promise<SubmitVerdict> {
  return verifySigned(wire, terms.payer, async (read) => {
    const [payment, ...others] = matchPayments(read, { ...terms, ...(await accountsOf(terms)) });
    if (!payment || others.length > 0) return 'It does not hold exactly the one transfer that was issued.';
    return payment.amountAtomic >= terms.minAmountAtomic
      ? payment.instructionIndex
      : 'It transfers less than the price.';
  });
}

/** What every transaction from a wallet must be, before `match` says where in it the issued instruction stands. */
export async function verifySigned(
  wire: Uint8Array,
  feePayer: Address,
  match: (read: ReadTransaction) => Promise<number | string>,
): Promise<SubmitVerdict> {
  const read = readTransaction(wire);
  if (!read) return { ok: false, reason: 'It is not a Solana transaction.' };
  if (read.feePayer !== feePayer) return { ok: false, reason: `Its fee payer is not ${feePayer}.` };
  // It would stay valid for ever, and could be sent long after everyone took it for expired.
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
 * The transaction with the fee payer's signature added, the last that was missing. The caller vouches for every byte of it: what
 * stands in it moves with the authority of this key.
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

/** What a node answered to a sent transaction. `accepted: false` proves nothing: an earlier copy may be on its way. */
export type SendOutcome = { accepted: true } | { accepted: false; error: string };

/** A node that takes a transaction says so at once. One that hangs must not hold up what else is to be sent. */
const SEND_DEADLINE_MS = 3_000;

/**
 * Sends the same signed bytes to every node, once each; `maxRetries: 0`, since re-sending is ours to decide. Returns as soon as
 * one node has taken them, or all have refused. Never throws: what became of a signed transaction is learnt from its status alone.
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
  // It is sent however long the request has waited for nodes before: it was committed.
  const answers = withoutPatience(() => Promise.any(chain.nodes.map(send)));
  return answers.then(
    () => ({ accepted: true }),
    (refusal: AggregateError) => ({ accepted: false, error: refusal.errors.map(describe).join('; ') }),
  );
}

/** The messages of an error and of its causes: a node's refusal stands in the last one. */
function describe(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) messages.push(at.message);
  return messages.join(': ');
}
