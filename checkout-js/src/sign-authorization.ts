import { type CheckoutAccess, type CheckoutView, getView, refresh } from './checkout-api.ts';
import { type CheckoutInstruction, getInstruction, submit } from './issue-and-submit.ts';
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

/** Confirmation takes 1 to 2 s. */
const STEP_INTERVAL_MS = 2_000;
/** 150 blocks take 60 to 90 s: past this the first of two signatures cannot take effect any more. */
const STEP_LIFE_MS = 90_000;

/** A mandate to authorize under the terms that were shown, and the wallet to ask. */
export interface SigningRequest extends CheckoutAccess {
  signer: Signer;
  view: CheckoutView;
  walletTimeoutMs: number;
  /** Keeps an unsent transaction from one try to the next: after a top-up the payer need not sign again. */
  kept?: { unsent: Unsent | null };
  /** Called with the meaning of the bytes before the wallet is asked; if it throws, nothing is signed. */
  onInspected?: (authorization: Authorization, step: Step) => Promise<void> | void;
  /** Called when what was issued expired before it was sent, and another is asked for. */
  onAgain?: () => void;
  /** Called when a signature was handed over that another one follows, once it is on chain. */
  onStepSent?: () => void;
  /**
   * Called right before something may be sent: `wallet` before the wallet is asked to send, `service` before
   * a submit. `remaining` signatures follow it.
   */
  onHandOver?: (to: 'wallet' | 'service', remaining: number) => void;
}

/** Which signature the wallet is asked for, counted from 1, and of how many. */
export interface Step {
  readonly number: number;
  readonly of: number;
}

/** What came before a signature: how many, and how many were to follow the last of them. */
interface Progress {
  number: number;
  remaining: number;
}

const FIRST: Progress = { number: 1, remaining: Infinity };

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
}

/** What was handed over, and how many signatures follow it. */
type SentStep = Sent & { remaining: number };

/**
 * Requests, inspects, signs and sends the authorization; where it takes two signatures, the second once the
 * first is on chain, whatever became of the responses. If a blockhash expires before it was sent, it is
 * built once more. If it throws CheckoutError, nothing was sent that completes it, except with
 * wallet_timeout: the wallet may still send.
 */
export async function signAuthorization(request: SigningRequest): Promise<Sent> {
  try {
    return await signAll(request);
  } catch (error) {
    if (!(error instanceof CheckoutError && error.code === 'blockhash_expired')) throw error;
  }
  request.onAgain?.();
  // A one-time purchase must not be paid twice: check that the expired transaction did not land after all.
  const current = await refresh(request);
  return current.status === 'pending' ? signAll(request) : { view: current, signature: null, error: null };
}

async function signAll(request: SigningRequest): Promise<Sent> {
  let before = FIRST;
  for (;;) {
    const { remaining, ...sent } = await signOnce(request, before);
    if (remaining === 0 || (sent.view !== null && sent.view.status !== 'pending')) return sent;
    request.onStepSent?.();
    before = { number: before.number + 1, remaining };
  }
}

/**
 * Asks for what is signed next. After a first signature that is what follows it, which the service issues once the first is on chain: nothing else
 * tells a page whether it landed where the wallet sent it, or where the response was lost. Throws blockhash_expired if it did not land.
 */
async function nextInstruction(
  request: SigningRequest,
  payerPaysFee: boolean,
  before: Progress,
): Promise<CheckoutInstruction & { issuedAt: number }> {
  const deadlineAt = performance.now() + STEP_LIFE_MS;
  for (;;) {
    let waitMs = STEP_INTERVAL_MS;
    const issuedAt = performance.now();
    try {
      const issued = await getInstruction(request, payerPaysFee);
      if (issued.remaining < before.remaining) return { ...issued, issuedAt };
    } catch (error) {
      if (before === FIRST || !isTransient(error)) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1000);
    }
    if (performance.now() + waitMs >= deadlineAt) {
      throw new CheckoutError(
        'blockhash_expired',
        'The first signature did not reach the chain in time. Nothing was paid; try again.',
      );
    }
    await pause(waitMs, request.signal);
  }
}

async function signOnce(
  request: SigningRequest,
  before: Progress,
  // If the service pays the fee, it signs too, so the wallet must return the signed bytes.
  payerPaysFee: boolean = !request.signer.signTransaction,
): Promise<SentStep> {
  const { signer, view, walletTimeoutMs, signal, kept } = request;
  const unsent = kept?.unsent;
  if (unsent && performance.now() - unsent.issuedAt < BLOCKHASH_LIFE_MS) return handOver(request, unsent);
  const next = await nextInstruction(request, payerPaysFee, before);
  const { instruction, transaction, feePayer, remaining, issuedAt } = next;
  const isSponsored = !payerPaysFee && feePayer !== view.payer;
  // The plan is chosen when something is issued, so it is read only now. All else is judged by what was shown.
  const subscription = view.scheme === 'plan' ? (await getView(request)).subscription : null;
  const named = { ...view, subscription };
  const issued = { view: named, instruction, transaction, ...(isSponsored ? { feePayer } : {}) };
  // On a line of its own: an optional call that is skipped does not evaluate its arguments either.
  const authorization = await inspectAuthorization(issued);
  await request.onInspected?.(authorization, { number: before.number, of: before.number + remaining });
  const bytes = bytesFromBase64(transaction);
  if (signer.signAndSendTransaction && !isSponsored) {
    request.onHandOver?.('wallet', remaining);
    const send = () => signer.signAndSendTransaction!(bytes);
    const signature = await askWallet(send, walletTimeoutMs, signal);
    return { view: null, signature, error: null, remaining };
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
      return signOnce(request, before, true);
    throw error;
  }
}

/** Makes the service send the signed transaction. */
async function handOver(request: SigningRequest, signed: Unsent): Promise<SentStep> {
  const { remaining } = signed;
  const { signal, kept = { unsent: null }, ...access } = request;
  kept.unsent = null;
  try {
    request.onHandOver?.('service', remaining);
    // Aborting does not cancel this request: half a request would leave it unknown whether it was sent.
    const submitted = submit(access, signed.signedTransaction);
    return { view: await untilAborted(submitted, signal), signature: null, error: null, remaining };
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'insufficient_funds') kept.unsent = signed;
    if (!isTransient(error)) throw error;
    return { view: null, signature: null, error, remaining };
  }
}
