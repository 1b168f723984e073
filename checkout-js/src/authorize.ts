import { getBase64Decoder } from '@solana/kit';
import {
  type CheckoutAccess,
  type CheckoutView,
  getInstruction,
  getView,
  refresh,
  submit,
} from './checkout-api.ts';
import { bytesFromBase64 } from './decode-instruction.ts';
import { CheckoutError, isTransient } from './errors.ts';
import { inspectAuthorization } from './inspect-authorization.ts';
import { pollUntil } from './wait-for-settlement.ts';
import { askWallet, type Signer } from './wallet.ts';

/** 150 blocks of 400 ms: past this a transaction that was not yet sent is likely dead, and a fresh one is asked for. */
const BLOCKHASH_LIFE_MS = 60_000;

/** How long to look for what was just sent before answering that it is still pending. Confirmation takes 1 to 2 s, rarely 10. */
const CONFIRMATION_MS = 15_000;

/** A mandate to authorize, and the wallet to ask. */
export interface AuthorizeOptions extends CheckoutAccess {
  signer: Signer;
  /** The view that the person saw. The bytes must mean exactly it, or nothing is signed. Default: read now. */
  view?: CheckoutView;
  /** Milliseconds for the person to answer the wallet. Default 180,000. */
  walletTimeoutMs?: number;
}

/**
 * Asks the payer's wallet for the authorization and answers with the view in the state reached, which may still be
 * pending: waitForSettlement goes on from there. Checks before it signs that the bytes mean the terms shown. A mandate
 * that is active or completed already is answered as it is, so that a double click does no harm. Throws CheckoutError.
 */
export async function authorize(options: AuthorizeOptions): Promise<CheckoutView> {
  const view = options.view ?? (await getView(options));
  if (options.signer.address !== view.payer) {
    throw new CheckoutError('wrong_payer', `This is to be paid by ${view.payer}. Connect that wallet.`);
  }
  if (view.status !== 'pending') return unlessEnded(view);
  try {
    return await authorizeOnce(options, view);
  } catch (error) {
    if (!(error instanceof CheckoutError && error.code === 'blockhash_expired')) throw error;
  }
  // A one-time purchase must not be paid twice: make sure that the expired transaction did not land after all.
  const current = await refresh(options);
  return current.status === 'pending' ? authorizeOnce(options, view) : unlessEnded(current);
}

async function authorizeOnce(
  options: AuthorizeOptions,
  view: CheckoutView,
  // What the service pays for, it also signs: that needs a wallet that hands the signed bytes back.
  payerPaysFee: boolean = !options.signer.signTransaction,
): Promise<CheckoutView> {
  const { signer, walletTimeoutMs = 180_000, signal } = options;
  const issuedAt = performance.now();
  const { instruction, transaction, feePayer } = await getInstruction(options, payerPaysFee);
  const isSponsored = !payerPaysFee && feePayer !== view.payer;
  await inspectAuthorization({ view, instruction, transaction, ...(isSponsored ? { feePayer } : {}) });
  const bytes = bytesFromBase64(transaction);
  if (signer.signAndSendTransaction && !isSponsored) {
    const send = () => signer.signAndSendTransaction!(bytes);
    return reached(options, await askWallet(send, walletTimeoutMs, signal));
  }
  if (!signer.signTransaction)
    throw new TypeError('The signer has neither signTransaction nor signAndSendTransaction.');
  const signed = await askWallet(() => signer.signTransaction!(bytes), walletTimeoutMs, signal);
  if (performance.now() - issuedAt > BLOCKHASH_LIFE_MS) {
    throw new CheckoutError('blockhash_expired', 'Signing took too long. Nothing was sent; try again.');
  }
  try {
    const answered = await submit(options, getBase64Decoder().decode(signed));
    return answered.status === 'pending' ? await reached(options) : answered;
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'mandate_not_pending')
      return unlessEnded(await getView(options));
    // The wallet changed it, or the quota ran out meanwhile. Nothing was sent, since the service did not sign.
    if (isSponsored && error instanceof CheckoutError && error.code === 'transaction_not_issued')
      return authorizeOnce(options, view, true);
    if (!isTransient(error)) throw error;
    // Whether it was broadcast is unknown: the chain tells.
    const found = await reached(options).catch(() => null);
    if (found && found.status !== 'pending') return found;
    throw error;
  }
}

/** The view once what was sent has been seen on chain, or still pending when it was not in time. */
async function reached(options: AuthorizeOptions, signature?: string): Promise<CheckoutView> {
  const search = signature === undefined ? options : { ...options, signature };
  const view = await pollUntil(search, ({ status }) => status !== 'pending', CONFIRMATION_MS);
  return view ?? getView(options);
}

function unlessEnded(view: CheckoutView): CheckoutView {
  if (view.status === 'active' || view.status === 'completed') return view;
  throw new CheckoutError(
    'mandate_not_pending',
    `This mandate is ${view.status} and cannot be authorized any more.`,
  );
}
