import type { Address } from '@solana/kit';
import type { ChargeStatus } from '../../server/charges/machine.ts';
import type { Sql } from '../../server/db/connect.ts';
import type { MandateStatus } from '../../server/mandates/machine.ts';

/** What the database says at one moment, as far as the checks need it. */
export interface Snapshot {
  mandates: {
    id: string;
    status: MandateStatus;
    payer: Address;
    reference: Address;
    amountPerPeriod: bigint;
    periodSeconds: number;
    maxPeriods: number | null;
    sellMode: 'subscription' | 'once';
    budget: bigint;
    pulled: bigint;
    periodsCharged: number;
    expireWakeAt: number | null;
    authorizationSlot: number | null;
  }[];
  charges: {
    id: string;
    mandateId: string;
    periodIndex: number;
    amount: bigint;
    status: ChargeStatus;
    txSignature: string | null;
    refunded: bigint;
    wakeAt: number | null;
    backoffUntil: number | null;
    setbacks: number;
  }[];
  refunds: {
    id: string;
    mandateId: string;
    chargeId: string;
    amount: bigint;
    status: 'pending' | 'succeeded' | 'failed';
    signer: string;
    txSignature: string | null;
  }[];
  attempts: {
    id: string;
    chargeId: string | null;
    refundId: string | null;
    state: string;
    signature: string;
    signedAt: number;
  }[];
  events: {
    id: string;
    /** Events sort by it, not by their ids. */
    position: string;
    type: string;
    mandateId: string;
    chargeId: string | null;
    periodIndex: number | null;
    failure: string | null;
  }[];
  chains: { haltedReason: string | null }[];
}

export async function readSnapshot(sql: Sql): Promise<Snapshot> {
  const [mandates, charges, refunds, attempts, events, chains] = await Promise.all([
    sql<Snapshot['mandates']>`
      select id, status, payer, reference, amount_per_period, period_seconds, max_periods, sell_mode, budget, pulled,
        periods_charged, expire_wake_at, authorization_slot
      from mandates order by id`,
    sql<Snapshot['charges']>`
      select id, mandate_id, period_index, amount, status, tx_signature, refunded, wake_at, backoff_until, setbacks
      from charges order by mandate_id, period_index`,
    sql<Snapshot['refunds']>`
      select id, mandate_id, charge_id, amount, status, signer, tx_signature from refunds order by id`,
    sql<Snapshot['attempts']>`
      select id, charge_id, refund_id, state, signature, signed_at from attempts order by id`,
    sql<Snapshot['events']>`
      select id, position, type, mandate_id, charge_id, (body::json -> 'data' -> 'object' ->> 'periodIndex')::int as period_index,
        body::json -> 'data' -> 'object' -> 'failure' ->> 'code' as failure
      from events order by position`,
    sql<Snapshot['chains']>`select halted_reason from chains`,
  ]);
  return { mandates, charges, refunds, attempts, events, chains };
}
