import type { Address } from '@solana/kit';
import type { Bought } from '../../rules/mandates/bought.ts';
import { budgetOf, type Terms } from '../../rules/mandates/terms.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import { planReference } from '../chain/plan.ts';
import type { Chain } from '../chain/rpc.ts';
import { newId } from '../lib/ids.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** A mandate without its dates, and without when its terms are published. */
export type DraftedMandate = Omit<
  MandateRow,
  'createdAt' | 'startAt' | 'expiresAt' | 'expireWakeAt' | 'recordedAt' | 'planPublishAt' | 'planDeferred'
>;

/** Of what was bought elsewhere, before this service knew of it. */
const NOTHING_SAID: Bought = {
  name: null,
  description: null,
  offerId: null,
  clientReference: null,
  metadata: null,
};

/**
 * A mandate as it is signed and stored, except its dates, which are set by the transaction that inserts it.
 */
export function draftMandate(
  chain: Chain,
  delegate: Address,
  tenant: Tenant,
  parties: Pick<MandateRow, 'payer' | 'payee' | 'mint' | 'tokenProgram' | 'decimals'>,
  terms: Terms & { scheme: Scheme },
  bought: Bought = NOTHING_SAID,
): DraftedMandate {
  const id = newId('mandate');
  return {
    id,
    ...tenant,
    ...parties,
    ...terms,
    ...bought,
    status: 'pending',
    genesisHash: chain.genesisHash,
    delegate,
    planDelegate: null,
    reference: planReference({
      ...terms,
      ...parties,
      genesisHash: chain.genesisHash,
      mandateId: id,
      delegate,
    }),
    planSignature: null,
    clientSecretHash: new Uint8Array(),
    budget: budgetOf(terms, terms.scheme),
    pulled: 0n,
    periodsCharged: 0,
    fundsSufficient: false,
    simulated: false,
    authorizationSlot: null,
    activatedAt: null,
    anchorAt: null,
    instructionIssuedAt: null,
    watchAt: null,
    goneSeenAt: null,
    version: 1,
    endedAt: null,
    endedBy: null,
    recoveredThrough: 0,
    importedAt: null,
    planAccount: null,
    planOwner: null,
    subscriptionAccount: null,
    subscribedAt: null,
  };
}
