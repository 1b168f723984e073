import { checkCreatedRange, type CreatedRange } from '../../../rules/http/created-range.ts';
import { presentBought } from '../../../rules/mandates/bought.ts';
import type { MandateRow } from './rows.ts';
import type { World } from './world.ts';

/** Which mandates a list is about, and when its rows were created. */
export interface Filter extends CreatedRange {
  payer?: string | undefined;
  mint?: string | undefined;
  paymentLink?: string | undefined;
  product?: string | undefined;
  clientReference?: string | undefined;
  metadata?: string | undefined;
}

/** Whether a mandate is one that the filter asks for, by what was bought and by whom. */
export function isBought(filter: Filter, mandate: MandateRow): boolean {
  const { payer, mint, paymentLink, product, clientReference, metadata } = filter;
  const shown = presentBought(mandate);
  const colon = metadata?.indexOf(':') ?? 0;
  return (
    (payer === undefined || mandate.payer === payer) &&
    (mint === undefined || mandate.mint === mint) &&
    (paymentLink === undefined || shown.paymentLink === paymentLink) &&
    (product === undefined || shown.product === product) &&
    (clientReference === undefined || mandate.clientReference === clientReference) &&
    (metadata === undefined ||
      (mandate.metadata ?? {})[metadata.slice(0, colon)] === metadata.slice(colon + 1))
  );
}

/** Whether something was created in the filter's range. Throws parameter_invalid for one that ends before it begins. */
export function isCreatedIn(range: CreatedRange, createdAt: number): boolean {
  checkCreatedRange(range);
  return createdAt >= (range.createdFrom ?? 0) && createdAt <= (range.createdTo ?? Infinity);
}

/** Whether a charge or a refund is one that the filter asks for. */
export function belongs(
  world: World,
  filter: Filter & { mandate?: string | undefined },
  { mandateId, createdAt }: { mandateId: string; createdAt: number },
): boolean {
  return (
    (filter.mandate === undefined || mandateId === filter.mandate) &&
    isCreatedIn(filter, createdAt) &&
    isBought(filter, world.mandates.get(mandateId))
  );
}
