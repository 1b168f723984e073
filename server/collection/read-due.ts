import { countExpired } from '../attempts/queries.ts';
import type { ChargeRow } from '../charges/queries.ts';
import type { Deployment } from '../deployment.ts';
import { listMandatesById, type MandateRow } from '../mandates/queries.ts';
import { clockOffsets, type Moment } from '../merchants/moment.ts';
import { listIssuerControlledMints } from '../tokens/queries.ts';

/** A charge that a worker holds, with its mandate. */
export interface HeldCharge {
  charge: ChargeRow;
  mandate: MandateRow;
  /** Whether the platform's owner accepts that the token's issuer may move balances. */
  issuerControls: boolean;
  /** How many of the charge's signatures expired without landing. */
  expired: number;
  /** How far the merchant's test clock is ahead of real time; 0 in live mode. */
  aheadSeconds: number;
}

/** One that has just been claimed, and the moment of that. */
export interface DueCharge extends HeldCharge {
  moment: Moment;
}

/** Reads what has to be known about the charges of a batch, all of one mode. */
export async function readDue(
  { db, clock }: Deployment,
  claimed: readonly ChargeRow[],
): Promise<DueCharge[]> {
  const signed = claimed.filter(({ signatures }) => signatures > 0);
  const [mandates, offsets, issuerControlled, expired] = await Promise.all([
    listMandatesById(
      db,
      claimed.map((charge) => charge.mandateId),
    ),
    clockOffsets(
      db,
      claimed.map((charge) => charge.merchantId),
    ),
    listIssuerControlledMints(db, claimed[0]!.livemode),
    signed.length === 0
      ? new Map<string, number>()
      : countExpired(
          db,
          'charge',
          signed.map(({ id }) => id),
        ),
  ]);
  const byId = new Map(mandates.map((mandate) => [mandate.id, mandate]));
  const realNow = clock.seconds();
  return claimed.map((charge) => {
    const mandate = byId.get(charge.mandateId)!;
    const aheadSeconds = charge.livemode ? 0 : (offsets.get(charge.merchantId) ?? 0);
    const moment = { realNow, now: realNow + aheadSeconds };
    const issuerControls = issuerControlled.has(mandate.mint);
    return { charge, mandate, moment, issuerControls, expired: expired.get(charge.id) ?? 0, aheadSeconds };
  });
}
