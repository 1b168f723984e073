import { type CheckoutAccess, type CheckoutView, refresh } from './checkout-api.ts';
import { getInstruction, submit } from './issue-and-submit.ts';
import { base64FromBytes, bytesFromBase64 } from './base64.ts';
import { CheckoutError } from './errors.ts';
import { isTransient } from './is-transient.ts';
import { type Authorization, inspectAuthorization } from './inspect-authorization.ts';
import { untilAborted } from './until-aborted.ts';
import { askWallet, type Signer } from './wallet.ts';

/** 150 blocks of 400 ms: past this a transaction that was not yet sent is likely dead, and a fresh one is asked for. */
const BLOCKHASH_LIFE_MS = 60_000;

/** A mandate to authorize as its terms were shown, and the wallet to ask. */
export interface SigningRequest extends CheckoutAccess {
  signer: Signer;
  view: CheckoutView;
  walletTimeoutMs: number;
  /** Keeps what was not sent from one try to the next: a wallet that was topped up meanwhile is not asked again. */
  kept?: { unsent: Unsent | null };
  /** Called with what the bytes mean, before the wallet is asked; nothing is signed when it throws. */
  onInspected?: (authorization: Authorization) => Promise<void> | void;
  /** Called right before something may leave: `wallet` when it is about to be asked to send, `service` before a submit. */
  onHandOver?: (to: 'wallet' | 'service') => void;
}

/** What the wallet signed and the service refused to send, since the wallet could not pay for it then. */
export interface Unsent {
  /** Base64. */
  signedTransaction: string;
  /** When it was issued, on the page's monotonic clock. */
  issuedAt: number;
}

/** What was handed over: seen by the service already, or still to be looked for. */
export interface Sent {
  /** The view after it, where the service answered with one. */
  view: CheckoutView | null;
  /** Base58, where the wallet sent and told. */
  signature: string | null;
  /** Why the service's answer is not known, where it was lost. Whether it was broadcast is then unknown. */
  error: CheckoutError | null;
}

/**
 * Has the authorization issued, inspected, signed and sent. One whose blockhash expired before it was sent is built again
 * once. Throws CheckoutError: nothing was sent then, except with wallet_timeout, where the wallet may still send.
 */
export async function signAuthorization(request: SigningRequest): Promise<Sent> {
  try {
    return await signOnce(request);
  } catch (error) {
    if (!(error instanceof CheckoutError && error.code === 'blockhash_expired')) throw error;
  }
  // A one-time purchase must not be paid twice: make sure that the expired transaction did not land after all.
  const current = await refresh(request);
  return current.status === 'pending' ? signOnce(request) : { view: current, signature: null, error: null };
}

async function signOnce(
  request: SigningRequest,
  // What the service pays for, it also signs: that needs a wallet that hands the signed bytes back.
  payerPaysFee: boolean = !request.signer.signTransaction,
): Promise<Sent> {
  const { signer, view, walletTimeoutMs, signal, kept } = request;
  const unsent = kept?.unsent;
  if (unsent && performance.now() - unsent.issuedAt < BLOCKHASH_LIFE_MS) return handOver(request, unsent);
  const issuedAt = performance.now();
  const { instruction, transaction, feePayer } = await getInstruction(request, payerPaysFee);
  const isSponsored = !payerPaysFee && feePayer !== view.payer;
  const issued = { view, instruction, transaction, ...(isSponsored ? { feePayer } : {}) };
  // On a line of its own: an optional call that is not made does not evaluate its arguments either.
  const authorization = await inspectAuthorization(issued);
  await request.onInspected?.(authorization);
  const bytes = bytesFromBase64(transaction);
  if (signer.signAndSendTransaction && !isSponsored) {
    request.onHandOver?.('wallet');
    const send = () => signer.signAndSendTransaction!(bytes);
    return { view: null, signature: await askWallet(send, walletTimeoutMs, signal), error: null };
  }
  if (!signer.signTransaction)
    throw new TypeError('The signer has neither signTransaction nor signAndSendTransaction.');
  const signed = await askWallet(() => signer.signTransaction!(bytes), walletTimeoutMs, signal);
  if (performance.now() - issuedAt > BLOCKHASH_LIFE_MS) {
    throw new CheckoutError('blockhash_expired', 'Signing took too long. Nothing was sent; try again.');
  }
  try {
    return await handOver(request, { signedTransaction: base64FromBytes(signed), issuedAt });
  } catch (error) {
    // The wallet changed it, or the quota ran out meanwhile. Nothing was sent, since the service did not sign.
    if (isSponsored && error instanceof CheckoutError && error.code === 'transaction_not_issued')
      return signOnce(request, true);
    throw error;
  }
}

/** Has the service send what was signed. */
async function handOver(request: SigningRequest, signed: Unsent): Promise<Sent> {
  const { signal, kept = { unsent: null }, ...access } = request;
  kept.unsent = null;
  try {
    request.onHandOver?.('service');
    // Who stops waiting does not call it back: half a request would leave everyone guessing whether it was sent.
    const submitted = submit(access, signed.signedTransaction);
    return { view: await untilAborted(submitted, signal), signature: null, error: null };
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'insufficient_funds') kept.unsent = signed;
    if (!isTransient(error)) throw error;
    return { view: null, signature: null, error };
  }
}
