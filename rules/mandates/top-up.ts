import { ApiError } from '../api-error.ts';
import { saturatingU64 } from '../money.ts';
import type { Scheme } from './scheme.ts';
import { openEndedPeriods, type Terms } from './terms.ts';

/** Throws parameter_invalid for a number of periods where the mandate's own number decides. */
export function checkPeriods(
  { maxPeriods, scheme }: Pick<Terms, 'maxPeriods'> & { scheme: Scheme },
  periods: number | undefined,
): void {
  if (periods === undefined) return;
  if (scheme === 'plan') {
    throw new ApiError('parameter_invalid', {
      param: 'periods',
      message: 'This mandate is on a plan, which allows each period by itself: leave periods out.',
    });
  }
  if (maxPeriods === null) return;
  throw new ApiError('parameter_invalid', {
    param: 'periods',
    message: 'This mandate has maxPeriods: a top-up covers all that remain, so leave periods out.',
  });
}

/** Throws already_revoked, and parameter_invalid for any other mandate that collects nothing more. */
export function requireRenewable({ status, sellMode }: { status: string; sellMode: string }): void {
  if (status === 'revoked') throw new ApiError('already_revoked');
  if (status === 'active' && sellMode === 'subscription') return;
  throw new ApiError('parameter_invalid', {
    message: `Only an active subscription has an allowance to renew. This mandate is ${status}.`,
  });
}

/**
 * The total that the mandate's own pulls may take then, never less than now: a top-up adds no periods beyond
 * those agreed.
 */
export function renewedBudget(
  mandate: Terms & { budget: bigint; pulled: bigint },
  periods: number | undefined,
): bigint {
  if (mandate.maxPeriods !== null) return mandate.budget;
  const toCome = BigInt(periods ?? openEndedPeriods(mandate));
  const renewed = saturatingU64(mandate.pulled + toCome * mandate.amountPerPeriod);
  return renewed > mandate.budget ? renewed : mandate.budget;
}

/** What a wallet hands in: the transaction to send, or the signature of one that it sent. Throws unless it is one of them. */
export function requireOne({
  signedTransaction,
  signature,
}: {
  signedTransaction?: string | undefined;
  signature?: string | undefined;
}): void {
  if (signedTransaction === undefined && signature === undefined) {
    throw new ApiError('parameter_missing', {
      param: 'signedTransaction',
      message: 'Send signedTransaction, or the signature of what the wallet broadcast by itself.',
    });
  }
  if (signedTransaction !== undefined && signature !== undefined) {
    throw new ApiError('parameter_invalid', {
      param: 'signature',
      message: 'Send signedTransaction or signature, not both.',
    });
  }
}
