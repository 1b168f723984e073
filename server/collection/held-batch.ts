import { ChainUnavailableError } from '../chain/rpc.ts';
import { type LockedCharge, setBackCharge } from '../charges/close-charge.ts';
import { type ChargeRow, type Lease, listHeldCharges, lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { lockMandate } from '../mandates/queries.ts';
import { type Moment, readMoment } from '../merchants/moment.ts';

/** As many as a lease has seconds: after that the charges are free anyway. */
const TRIES = 60;
const AGAIN_MS = 1_000;

/**
 * The charges of one claim. Whatever is done to one of them first checks that this claim still holds it:
 * another worker may have taken it up after the lease ended.
 */
export class HeldBatch {
  readonly deployment: Deployment;
  readonly lease: Lease;

  constructor(deployment: Deployment, lease: Lease) {
    this.deployment = deployment;
    this.lease = lease;
  }

  /** Whether this claim holds a charge that the caller has locked. */
  holds({ status, leaseToken }: ChargeRow): boolean {
    return status === 'processing' && leaseToken === this.lease.leaseToken;
  }

  /** Runs `change` with mandate and charge locked, unless the charge is no longer held. */
  async change(
    { id, mandateId }: ChargeRow,
    change: (tx: Tx, locked: LockedCharge, moment: Moment) => Promise<void>,
  ): Promise<void> {
    const { db, clock } = this.deployment;
    await db.begin(async (tx) => {
      const mandate = await lockMandate(tx, mandateId);
      const charge = await lockCharge(tx, id);
      if (!this.holds(charge)) return;
      await change(tx, { mandate, charge }, await readMoment(tx, mandate, clock));
    });
  }

  /**
   * Runs the work of one charge. An unexpected failure sets back only that charge: a row that always fails
   * would otherwise block its batches forever. Throws ChainUnavailableError, which concerns all of them.
   */
  async alone<T>(charge: ChargeRow, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ChainUnavailableError) throw error;
      this.deployment.log.error({ err: error, chargeId: charge.id }, 'a charge cannot be taken up');
      await this.setBack([charge], 'it failed unexpectedly');
      return null;
    }
  }

  /**
   * Sets back charges that cannot be continued: they are retried after a while, sooner if the chain was
   * unreachable. Tries each, then throws the first failure.
   */
  async setBack(
    charges: readonly ChargeRow[],
    why: string | ChainUnavailableError,
    { waitSeconds = null }: { waitSeconds?: number | null } = {},
  ): Promise<void> {
    const isOutage = why instanceof ChainUnavailableError;
    const reason = isOutage ? why.message : why;
    const failures: unknown[] = [];
    for (const charge of charges) {
      this.deployment.log.info({ chargeId: charge.id, reason }, 'charge set back');
      await this.change(charge, (tx, locked, moment) =>
        setBackCharge(tx, locked.charge, moment, { isOutage, waitSeconds }),
      ).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Sets back whatever is still held after `failure`, so that a charge waits for the end of its
   * lease only if a process died. If Postgres is down, this keeps trying once a second after it has returned.
   * Never throws.
   */
  async giveBack(failure: unknown, tries = TRIES): Promise<void> {
    const { db, clock } = this.deployment;
    const why = failure instanceof ChainUnavailableError ? failure : 'it could not be taken up';
    try {
      await this.setBack(await listHeldCharges(db, this.lease), why);
    } catch {
      // The failure that led here has already been logged.
      if (tries <= 1) return;
      void clock.sleep(AGAIN_MS).then(() => this.giveBack(failure, tries - 1));
    }
  }
}
