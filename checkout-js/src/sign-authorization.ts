import { type CheckoutAccess, type CheckoutView, refresh } from './checkout-api.ts';
import { getInstruction, submit } from './issue-and-submit.ts';
import { base64FromBytes, bytesFromBase64 } from './base64.ts';
import { CheckoutError } from './errors.ts';
import { isTransient } from './is-transient.ts';
import { type Authorization, inspectAuthorization } from './inspect-authorization.ts';
import { pause } from './pause.ts';
import { untilAborted } from './until-aborted.ts';
import { askWallet, type Signer } from './wallet.ts';

/**
 * 150 blocks of 400 ms: after this an unsent transaction has likely expired, and a fresh one is requested.
 */
const BLOCKHASH_LIFE_MS = 60_000;

/** Confirmation takes 1 to 2 s, rarely 10. Between two signatures a person waits for it. */
const STEP_SEEN_MS = 30_000;
const STEP_INTERVAL_MS = 1_000;

/** A mandate to authorize under the terms that were shown, and the wallet to ask. */
export interface SigningRequest extends CheckoutAccess {
  signer: Signer;
  view: CheckoutView;
  walletTimeoutMs: number;
  /** Keeps an unsent transaction from one try to the next: after a top-up the payer need not sign again. */
  kept?: { unsent: Unsent | null };
  /** Called with the meaning of the bytes before the wallet is asked; if it throws, nothing is signed. */
  onInspected?: (authorization: Authorization) => Promise<void> | void;
  /**
   * Called right before something may be sent: `wallet` before the wallet is asked to send, `service` before
   * a submit.
   */
  onHandOver?: (to: 'wallet' | 'service') => void;
}

/**
 * A transaction the wallet signed and the service refused to send, because the wallet could not pay for it
 * yet.
 */
export interface Unsent {
  /** Base64. */
  signedTransaction: string;
  /** When it was issued, on the page's monotonic clock. */
  issuedAt: number;
  /** How many signatures follow it. */
  remaining: number;
}

/** A transaction that was handed over: already seen by the service, or still to be looked for. */
export interface Sent {
  /** The view after sending, if the service returned one. */
  view: CheckoutView | null;
  /** Base58, if the wallet sent and reported it. */
  signature: string | null;
  /**
   * The error if the service's response was lost. It is then unknown whether the transaction was broadcast.
   */
  error: CheckoutError | null;
  /** How many signatures follow it. */
  remaining: number;
}

/**
 * Requests, inspects, signs and sends the authorization, with a second signature where the first only prepares it. If a blockhash expires before it
 * was sent, the transaction is built once more. If it throws CheckoutError, nothing was sent of the step that failed, except with wallet_timeout: the
 * wallet may still send.
 */
export async function signAuthorization(request: SigningRequest): Promise<Sent> {
  for (;;) {
    const sent = await signStep(request);
    if (sent.remaining === 0 || (sent.view !== null && sent.view.status !== 'pending')) return sent;
    // The service has seen what it sent itself; what a wallet sent, or what may have been sent, is waited for.
    if (sent.view === null) await untilSeen(request, sent);
  }
}

/** Returns once the service issues the next step; throws blockhash_expired, or the error of a submit whose response was lost, if it does not. */
async function untilSeen(request: SigningRequest, { remaining, error }: Sent): Promise<void> {
  for (let waitedMs = 0; waitedMs < STEP_SEEN_MS; waitedMs += STEP_INTERVAL_MS) {
    await pause(STEP_INTERVAL_MS, request.signal);
    try {
      if ((await getInstruction(request, true)).remaining < remaining) return;
    } catch (failure) {
      if (!isTransient(failure)) throw failure;
    }
  }
  throw (
    error ??
    new CheckoutError(
      'blockhash_expired',
      'The first of two signatures did not reach the chain in time. Nothing was paid; try again.',
    )
  );
}

async function signStep(request: SigningRequest): Promise<Sent> {
  try {
    return await signOnce(request);
  } catch (error) {
    if (!(error instanceof CheckoutError && error.code === 'blockhash_expired')) throw error;
  }
  // A one-time purchase must not be paid twice: check that the expired transaction did not land after all.
  const current = await refresh(request);
  return current.status === 'pending'
    ? signOnce(request)
    : { view: current, signature: null, error: null, remaining: 0 };
}

async function signOnce(
  request: SigningRequest,
  // If the service pays the fee, it signs too, so the wallet must return the signed bytes.
  payerPaysFee: boolean = !request.signer.signTransaction,
): Promise<Sent> {
  const { signer, view, walletTimeoutMs, signal, kept } = request;
  const unsent = kept?.unsent;
  if (unsent && performance.now() - unsent.issuedAt < BLOCKHASH_LIFE_MS) return handOver(request, unsent);
  const issuedAt = performance.now();
  const { instruction, transaction, feePayer, remaining } = await getInstruction(request, payerPaysFee);
  const isSponsored = !payerPaysFee && feePayer !== view.payer;
  const issued = { view, instruction, transaction, ...(isSponsored ? { feePayer } : {}) };
  // On a line of its own: an optional call that is skipped does not evaluate its arguments either.
  const authorization = await inspectAuthorization(issued);
  await request.onInspected?.(authorization);
  const bytes = bytesFromBase64(transaction);
  if (signer.signAndSendTransaction && !isSponsored) {
    request.onHandOver?.('wallet');
    const send = () => signer.signAndSendTransaction!(bytes);
    return { view: null, signature: await askWallet(send, walletTimeoutMs, signal), error: null, remaining };
  }
  if (!signer.signTransaction)
    throw new TypeError('The signer has neither signTransaction nor signAndSendTransaction.');
  const signed = await askWallet(() => signer.signTransaction!(bytes), walletTimeoutMs, signal);
  if (performance.now() - issuedAt > BLOCKHASH_LIFE_MS) {
    throw new CheckoutError('blockhash_expired', 'Signing took too long. Nothing was sent; try again.');
  }
  try {
    return await handOver(request, { signedTransaction: base64FromBytes(signed), issuedAt, remaining });
  } catch (error) {
    // The wallet changed the transaction, the quota ran out, or it expired. It has not landed and cannot: the
    // service did not sign it, or asked the chain after its blockhash had expired.
    if (isSponsored && error instanceof CheckoutError && error.code === 'transaction_not_issued')
      return signOnce(request, true);
    throw error;
  }
}

/** Makes the service send the signed transaction. */
async function handOver(request: SigningRequest, signed: Unsent): Promise<Sent> {
  const { signal, kept = { unsent: null }, ...access } = request;
  const { remaining } = signed;
  kept.unsent = null;
  try {
    request.onHandOver?.('service');
    // Aborting does not cancel this request: half a request would leave it unknown whether it was sent.
    const submitted = submit(access, signed.signedTransaction);
    return { view: await untilAborted(submitted, signal), signature: null, error: null, remaining };
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'insufficient_funds') kept.unsent = signed;
    if (!isTransient(error)) throw error;
    return { view: null, signature: null, error, remaining };
  }
}
