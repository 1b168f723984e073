import type { Result } from '../../server/http/handler.ts';
import { newId } from '../../server/lib/ids.ts';
import { randomAddress } from '../support/deployment.ts';

/** A body that `createMandate` accepts. */
export const mandateRequest = {
  payer: randomAddress(),
  payee: randomAddress(),
  mint: randomAddress(),
  amountPerPeriod: '12500000',
  periodSeconds: 2_592_000,
};

/** A mandate as the contract knows it. */
export function mandate(id: string = newId('mandate')): Result<'getMandate'>['body'] {
  return {
    object: 'mandate',
    id,
    livemode: false,
    createdAt: 1,
    merchantId: 'mer_1',
    payer: randomAddress(),
    payee: randomAddress(),
    mint: randomAddress(),
    amountPerPeriod: '12500000',
    periodSeconds: 2_592_000,
    maxPeriods: null,
    startAt: 1,
    expiresAt: null,
    status: 'pending',
    periodsCharged: 0,
    trialEndsAt: null,
    fundsSufficientAtSignup: false,
    sellMode: 'subscription',
    trialSeconds: 0,
    reference: randomAddress(),
    planSignature: null,
    delegate: randomAddress(),
    planDelegate: randomAddress(),
    authorizedUntil: null,
    version: 1,
    scheme: 'approval',
    subscription: null,
    name: null,
    description: null,
    paymentLink: null,
    product: null,
    clientReference: null,
    metadata: {},
    endedAt: null,
    endedBy: null,
  };
}

/** A page without items. */
export const emptyPage = { object: 'list' as const, data: [], hasMore: false, nextCursor: null };
