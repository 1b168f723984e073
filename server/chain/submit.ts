import {
  type Address,
  type Base64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Signature,
} from '@solana/kit';
import type { AuthorizationTerms } from './authorization.ts';
import { readDelegation } from './delegation.ts';
import { withoutPatience } from '../lib/deadline.ts';
import { accountsOf, matchPayments, type PaymentTerms } from './payment.ts';
import { isFullySigned, type ReadTransaction, readTransaction } from './read-transaction.ts';
import { askNode, type Chain, type ChainNode } from './rpc.ts';
import type { Signer } from './signer.ts';
import { toBase64, wireBytes } from './transaction.ts';

/** What a signed transaction from a wallet is: ours to send, or not what was issued and why. */
export type SubmitVerdict =
  | { ok: true; signature: Signature; instructionIndex: number; blockhash: string; wire: Uint8Array }
  | { ok: false; reason: string };

/**
 * Whether the signed transaction in `wire` is an approval that was issued: the payer's consent to these terms, of one of
 * `issuedAmountsAtomic`. It is judged by meaning: wallets may add instructions that leave the account's delegate alone. Only the
 * network can tell whether it will land.
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

/** Whether the signed transaction in `wire` makes exactly one payment under these terms, of `amountAtomic`. */
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
