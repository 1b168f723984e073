import type { Address } from '@solana/kit';
import type { Chain } from '../../server/localnet/chain.ts';
import type { Snapshot } from './snapshot.ts';
import { Violation } from './violation.ts';

/** No node here shows an older state than 64 slots, and no call takes longer than 8 s: whatever failed saw these last minutes. */
const STALE_MS = 120_000;
/** Where a node works, its slot is known before accounts are read: what failed saw the state of seconds ago. */
const FRESH_MS = 8_000;
const SLOT_MS = 400;

interface Balance {
  atMs: number;
  slot: number;
  amountAtomic: bigint;
}

/** What people did: a failure or an end that nobody brought about is the service's own. */
export class Blame {
  /** Mandates whose merchant or payer ended them through the service. */
  readonly ended = new Set<string>();
  /** When payers took the delegate away in their wallets. */
  readonly #cancelled = new Map<Address, number[]>();
  /** Payers whose authority stands behind another application's delegate, since when and until when. */
  readonly #displaced: { payer: Address; fromMs: number; untilMs: number }[] = [];
  readonly #toppedUp: { payer: Address; atMs: number }[] = [];
  /** Payers of whom an approval was forgotten, and when. */
  readonly #forgotten = new Map<Address, number>();
  /** Until then something explains failures on old readings: a process stood still, or the database was set back. */
  excusedUntilMs = 0;
  readonly #balances = new Map<Address, Balance[]>();
  readonly #seen = new Set<string>();
  readonly #nowMs: () => number;

  readonly #isANodeWell: () => boolean;

  constructor(nowMs: () => number, isANodeWell: () => boolean) {
    this.#nowMs = nowMs;
    this.#isANodeWell = isANodeWell;
  }

  /** Follows what a payer's token account holds. */
  follow(chain: Chain, owner: Address, tokens: Address): void {
    const read = () => {
      const account = chain.accounts.read(tokens);
      const amountAtomic = account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
      const known = this.#balances.get(owner) ?? [];
      if (known.at(-1)?.amountAtomic === amountAtomic) return;
      this.#balances.set(owner, [
        ...known,
        { atMs: this.#nowMs(), slot: chain.slots.current(), amountAtomic },
      ]);
    };
    read();
    chain.onChange(read);
  }

  /** The payer takes the delegate away in their wallet now. */
  cancels(payer: Address): void {
    this.#cancelled.set(payer, [...(this.#cancelled.get(payer) ?? []), this.#nowMs()]);
  }

  /** The payer approves another application now: that ends an approval, and keeps a subscription from being charged until it is restored. */
  displaces(payer: Address): void {
    this.cancels(payer);
    this.#displaced.push({ payer, fromMs: this.#nowMs(), untilMs: Infinity });
  }

  /** The payer's authority is their account's delegate again. */
  restores(payer: Address): void {
    for (const one of this.#displaced)
      if (one.payer === payer) one.untilMs = Math.min(one.untilMs, this.#nowMs());
  }

  /** The payer's approval counts in the service; a database that is set back to before that does not know of it. */
  tops(payer: Address): void {
    this.#toppedUp.push({ payer, atMs: this.#nowMs() });
  }

  /**
   * What was approved since then is forgotten. Nobody promises to find it: the account may now name a key that the service does not expect,
   * until the payer signs again.
   */
  setBackTo(atMs: number): void {
    for (const one of this.#toppedUp) if (one.atMs >= atMs) this.#forgotten.set(one.payer, this.#nowMs());
  }

  check({ events, mandates }: Snapshot): void {
    const byId = new Map(mandates.map((mandate) => [mandate.id, mandate]));
    const failures = new Map<string, string>();
    for (const { id, type, mandateId, failure } of events) {
      if (type === 'charge.abandoned') failures.set(mandateId, failure ?? '');
      if (this.#seen.has(id)) continue;
      this.#seen.add(id);
      if (this.#nowMs() < this.excusedUntilMs) continue;
      const mandate = byId.get(mandateId)!;
      if (type === 'charge.failed' && failure === 'insufficient_funds') this.#requireShortage(mandate);
      if (type === 'charge.failed' && failure?.startsWith('allowance')) this.#requireReason(mandate, failure);
      if (type === 'mandate.revoked') this.#requireReason(mandate, failures.get(mandateId));
    }
  }

  /** An attempt fails for lack of funds only where they were lacking. */
  #requireShortage({ id, payer, amountPerPeriod, authorizationSlot }: Snapshot['mandates'][number]): void {
    const since = this.#fundedSince(payer, amountPerPeriod);
    if (since === null) return;
    if (since.atMs < this.#nowMs() - (this.#isANodeWell() ? FRESH_MS : STALE_MS))
      throw new Violation('failed though funded', `${id}: the payer has had enough since ${since.atMs}`);
    if (authorizationSlot !== null && since.slot <= authorizationSlot)
      throw new Violation('failed though funded', `${id}: the payer had enough when they authorized it`);
  }

  /** Since when the payer has held that much without a break; null where they do not. */
  #fundedSince(payer: Address, amountAtomic: bigint): Balance | null {
    const balances = this.#balances.get(payer) ?? [];
    const low = balances.findLastIndex((balance) => balance.amountAtomic < amountAtomic);
    return balances[low + 1] ?? null;
  }

  /** Dunning ends a mandate whose payer had too little (each failure was looked at), or that used its budget up. All else is somebody's deed. */
  #requireReason(mandate: Snapshot['mandates'][number], failure: string | undefined): void {
    const { id, payer, activatedAt, maxPeriods, budget, pulled, amountPerPeriod } = mandate;
    const isAllowance = failure === undefined || failure.startsWith('allowance');
    const isUsedUp = maxPeriods === null && pulled + amountPerPeriod > budget;
    if (!isAllowance || (failure !== undefined && isUsedUp) || this.ended.has(id)) return;
    const sinceMs = Math.max((activatedAt ?? 0) * 1000 - SKEW_MS, this.#nowMs() - NOTICED_LATEST_MS);
    if ((this.#cancelled.get(payer) ?? []).some((atMs) => atMs >= sinceMs)) return;
    const isDisplaced = this.#displaced.some((one) => one.payer === payer && one.untilMs >= sinceMs);
    if (failure !== undefined && isDisplaced) return;
    if ((this.#forgotten.get(payer) ?? 0) > (activatedAt ?? 0) * 1000) return;
    throw new Violation('taken back by nobody', `${id}, ${failure ?? 'without a failed charge'}`);
  }
}

/** Clocks of processes are off by up to 20 s. */
const SKEW_MS = 60_000;
/** What a payer did in their wallet is noticed in a minute, or once nodes are well again, or when the dunning that it set off has ended. */
const NOTICED_LATEST_MS = 24 * 86_400_000;

/** Time for what was read before to be acted on. */
export const EXCUSE_MS = 64 * SLOT_MS + STALE_MS;
