import type { Address } from '@solana/kit';
import type { ChargeStatus } from '../../rules/charges/machine.ts';
import type { Sql } from '../../server/db/connect.ts';
import type { MandateStatus } from '../../rules/mandates/machine.ts';
import { WATCHED_TABLES } from './database.ts';

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
    activatedAt: number | null;
    anchorAt: number | null;
    endedAt: number | null;
    subscriptionAccount: Address | null;
    subscribedAt: number | null;
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
    recordedAt: number;
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

const EMPTY: Snapshot = { mandates: [], charges: [], refunds: [], attempts: [], events: [], chains: [] };

/** Reads the tables that changed since it was last asked, and knows the rest. */
export class SnapshotReader {
  readonly #sql: Sql;
  #known: Snapshot | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The database is another from here on. */
  forget(): void {
    this.#known = null;
  }

  /** What the database says now: the same object as before where nothing changed. */
  async read(): Promise<Snapshot> {
    const changed = await this.#sql<{ name: keyof Snapshot }[]>`
      with gone as (delete from simulated.changes returning name) select distinct name from gone`;
    if (this.#known !== null && changed.length === 0) return this.#known;
    const names = this.#known === null ? WATCHED_TABLES : changed.map(({ name }) => name);
    const known = this.#known ?? EMPTY;
    const fresh = await Promise.all(
      names.map(async (name) => [name, await READ[name](this.#sql, known)] as const),
    );
    this.#known = { ...known, ...Object.fromEntries(fresh) };
    return this.#known;
  }
}

const READ: { [Name in keyof Snapshot]: (sql: Sql, known: Snapshot) => Promise<Snapshot[Name]> } = {
  mandates: (sql) => sql<Snapshot['mandates']>`
    select id, status, payer, reference, amount_per_period, period_seconds, max_periods, sell_mode, budget, pulled,
      periods_charged, expire_wake_at, authorization_slot, activated_at, anchor_at, ended_at,
      subscription_account, subscribed_at
    from mandates order by id`,
  charges: (sql) => sql<Snapshot['charges']>`
    select id, mandate_id, period_index, amount, status, tx_signature, refunded, wake_at, backoff_until, setbacks
    from charges order by mandate_id, period_index`,
  refunds: (sql) => sql<Snapshot['refunds']>`
    select id, mandate_id, charge_id, amount, status, signer, tx_signature, recorded_at from refunds order by id`,
  attempts: (sql) => sql<Snapshot['attempts']>`
    select id, charge_id, refund_id, state, signature, signed_at from attempts order by id`,
  /** Events are only ever added. */
  events: async (sql, { events }) => {
    const fresh = await sql<Snapshot['events']>`
      select id, position, type, mandate_id, charge_id, (body::json -> 'data' -> 'object' ->> 'periodIndex')::int as period_index,
        body::json -> 'data' -> 'object' -> 'failure' ->> 'code' as failure
      from events where id <> all(${events.map(({ id }) => id)}::text[])`;
    return [...events, ...fresh].sort((a, b) => (a.position < b.position ? -1 : 1));
  },
  chains: (sql) => sql<Snapshot['chains']>`select halted_reason from chains`,
};
