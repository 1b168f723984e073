import { ApiError } from '../../rules/api-error.ts';
import { chooseScheme, type Scheme } from '../../rules/mandates/scheme.ts';
import { budgetOf } from '../../rules/mandates/terms.ts';
import { findActiveScheme, lockPayerAccount } from '../delegations/share-queries.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { deleteExaminedSignatures } from '../mandates/authorization-queries.ts';
import { lockMandate, type MandateRow, updateMandate } from '../mandates/queries.ts';

/**
 * Gives a pending mandate the scheme of the payer's active ones, when those became active after it was created: signed as it was, it would take
 * the account's delegate from them. What was issued before counts no more. Returns the mandate as it is now. Throws parameter_invalid if its terms
 * do not fit that scheme.
 */
export async function alignScheme({ db }: Deployment, mandate: MandateRow): Promise<MandateRow> {
  if (mandate.status !== 'pending' || mandate.sellMode === 'once') return mandate;
  const wanted = schemeOf(mandate, await findActiveScheme(db, mandate, mandate.id));
  if (wanted === mandate.scheme) return mandate;
  return db.begin(async (tx) => {
    await lockPayerAccount(tx, mandate);
    const current = await lockMandate(tx, mandate.id);
    const scheme = schemeOf(current, await findActiveScheme(tx, current, current.id));
    if (current.status !== 'pending' || scheme === current.scheme) return current;
    // What was no consent under one scheme may be one under the other.
    await deleteExaminedSignatures(tx, current.id);
    return updateMandate(tx, current.id, changeTo(scheme, current));
  });
}

/**
 * The mandate as `alignScheme` will make it when its payer asks for something to sign, and nothing is written: what they read before is what they
 * will sign. One whose terms do not fit is shown as it is.
 */
export async function foreseeScheme(db: Db, mandate: MandateRow): Promise<MandateRow> {
  if (mandate.status !== 'pending' || mandate.sellMode === 'once') return mandate;
  const active = await findActiveScheme(db, mandate, mandate.id);
  return ifFits(mandate, async () => {
    const scheme = schemeOf(mandate, active);
    return scheme === mandate.scheme ? mandate : { ...mandate, ...changeTo(scheme, mandate) };
  });
}

/** As `alignScheme`, but leaves a mandate as it is whose terms do not fit: to look at one is no error. */
export function alignSchemeIfFits(deployment: Deployment, mandate: MandateRow): Promise<MandateRow> {
  return ifFits(mandate, () => alignScheme(deployment, mandate));
}

async function ifFits(mandate: MandateRow, align: () => Promise<MandateRow>): Promise<MandateRow> {
  try {
    return await align();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'parameter_invalid') return mandate;
    throw error;
  }
}

function changeTo(scheme: Scheme, mandate: MandateRow) {
  const noPlan = { planAccount: null, planOwner: null, subscriptionAccount: null };
  return { scheme, budget: budgetOf(mandate, scheme), ...noPlan };
}

function schemeOf(mandate: MandateRow, active: Scheme | null): Scheme {
  if (active === null) return mandate.scheme;
  // Whether the payee's account fits is checked before anything is issued.
  const choice = {
    asked: undefined,
    fallback: mandate.scheme,
    isOnChain: true,
    active,
    payeeRequiresMemo: false,
  };
  return chooseScheme(choice, mandate);
}
