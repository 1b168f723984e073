import type { Address } from '@solana/kit';
import { chargeReference, refundReference } from '../../server/chain/references.ts';
import type { Blame } from './blame.ts';
import { checkBacklog } from './backlog.ts';
import { History } from './history.ts';
import type { Movement, Movements } from './movements.ts';
import { type Snapshot, SnapshotReader } from './snapshot.ts';
import { checkEnded, checkGoesOn, checkWindows } from './schedules.ts';
import { Violation } from './violation.ts';
import type { Sql } from '../../server/db/connect.ts';

export interface BooksParts {
  blame: Blame;
  sql: Sql;
  movements: Movements;
  genesisHash: string;
  delegates: readonly Address[];
  /** Since when nothing has been wrong with the world; null while something is. */
  calmSinceMs: () => number | null;
  nowMs: () => number;
  note: (line: string) => void;
  /** Told when events were recorded. */
  onEvents: () => void;
}

/** Holds the service's books against the chain. */
export class Books {
  readonly #parts: BooksParts;
  readonly #reader: SnapshotReader;
  readonly #history = new History({
    note: (line) => this.#parts.note(line),
    onEvents: () => this.#parts.onEvents(),
  });
  /** Survive a restore, as the chain does. */
  readonly #references = new Map<Address, { kind: 'charge' | 'refund'; id: string }>();
  readonly #refunds = new Map<string, { chargeKey: string; charged: bigint }>();
  readonly #budgets = new Map<string, bigint>();
  /** What landed before a restore may be forgotten by the database until the period is looked at again. */
  #setBackAtMs = 0;
  /** What was held against the chain last, and how much had moved there: the same once more needs no second look. */
  #checked: { snapshot: Snapshot; movements: number } | null = null;

  constructor(parts: BooksParts) {
    this.#parts = parts;
    this.#reader = new SnapshotReader(parts.sql);
  }

  /** Remembers what the database knows now and may forget at once. */
  async remember(): Promise<void> {
    this.#learn(await this.#reader.read());
  }

  /** The database is another from here on: states may have gone back. */
  setBack(): void {
    this.#history.setBack();
    this.#reader.forget();
    this.#setBackAtMs = this.#parts.nowMs();
  }

  /** Throws a Violation. `final`: nothing is on its way any more, so everything must agree. */
  async check({ final = false }: { final?: boolean } = {}): Promise<Snapshot> {
    const snapshot = await this.#reader.read();
    const { length: movements } = this.#parts.movements.all;
    if (this.#checked?.snapshot !== snapshot || this.#checked.movements !== movements) {
      this.#learn(snapshot);
      this.#checkMovements();
      this.#checkSettlements(snapshot);
      checkWindows(snapshot, this.#parts.movements.all);
      checkEnded(snapshot, this.#parts);
      checkGoesOn(snapshot);
      this.#checkSums(snapshot);
      this.#history.check(snapshot);
      this.#parts.blame.check(snapshot);
      this.#checked = { snapshot, movements };
    }
    this.#checkRefundsNoticed(snapshot);
    checkBacklog(snapshot, { nowMs: this.#parts.nowMs(), calmSinceMs: this.#parts.calmSinceMs() });
    this.#checkCounted(snapshot, final);
    return snapshot;
  }

  #learn({ mandates, charges, refunds }: Snapshot): void {
    const { genesisHash } = this.#parts;
    for (const { id, maxPeriods, budget } of mandates) {
      const known = this.#budgets.get(id) ?? 0n;
      if (!this.#budgets.has(id)) {
        for (let period = 0; period < (maxPeriods ?? 60); period += 1) {
          const reference = chargeReference(genesisHash, id, period);
          this.#references.set(reference, { kind: 'charge', id: `${id}/${period}` });
        }
      }
      this.#budgets.set(id, budget > known ? budget : known);
    }
    const byId = new Map(charges.map((charge) => [charge.id, charge]));
    for (const { id, chargeId } of refunds) {
      if (this.#refunds.has(id)) continue;
      const { mandateId, periodIndex, amount } = byId.get(chargeId)!;
      this.#refunds.set(id, { chargeKey: `${mandateId}/${periodIndex}`, charged: amount });
      this.#references.set(refundReference(genesisHash, id), { kind: 'refund', id });
    }
  }

  /**
   * On chain alone, whatever the database remembers: what our delegates moved is one pull per period within the budgets, or a refund, and
   * no charge is given back twice.
   */
  #checkMovements(): void {
    const landed = new Map<string, Movement>();
    const refunded = new Map<string, bigint>();
    const spent = new Map<string, bigint>();
    const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    for (const movement of this.#parts.movements.all) {
      const { signature, extras, amountAtomic } = movement;
      const [reference] = extras.flatMap((extra) => this.#references.get(extra) ?? []);
      const isOurs = this.#parts.delegates.includes(movement.authority);
      const isPlain = extras.length === 1 && reference !== undefined;
      if (isOurs && !isPlain)
        throw new Violation(
          'unexplained',
          `our delegate signed ${signature}, which carries ${extras.join()}`,
        );
      if (!isPlain || (reference.kind === 'charge' && !isOurs)) continue;
      const { kind, id } = reference;
      const before = landed.get(`${kind} ${id}`);
      if (before !== undefined) {
        const what = kind === 'charge' ? 'charged twice' : 'refunded twice';
        throw new Violation(what, `${id} by ${before.signature} and ${signature}`);
      }
      landed.set(`${kind} ${id}`, movement);
      if (kind === 'charge') add(spent, id.split('/')[0]!, amountAtomic);
      else add(refunded, id, amountAtomic);
    }
    this.#checkRefunded(refunded);
    for (const [id, amount] of spent) {
      if (amount > this.#budgets.get(id)!)
        throw new Violation('beyond the budget', `${id}: ${amount} of ${this.#budgets.get(id)}`);
    }
  }

  /** What went back for each charge, however many refunds it took, is at most what it took. */
  #checkRefunded(refunded: ReadonlyMap<string, bigint>): void {
    const back = new Map<string, bigint>();
    for (const [id, amount] of refunded) {
      const { chargeKey, charged } = this.#refunds.get(id)!;
      const sum = (back.get(chargeKey) ?? 0n) + amount;
      if (sum > charged) throw new Violation('refunded too much', `${chargeKey}: ${sum} of ${charged}`);
      back.set(chargeKey, sum);
    }
  }

  /** Everything that the database calls settled moved on chain, by a movement that counts for nothing else. */
  #checkSettlements({ charges, refunds, mandates }: Snapshot): void {
    const { movements, genesisHash } = this.#parts;
    const used = new Map<Movement, string>();
    const mandateOf = new Map(mandates.map((mandate) => [mandate.id, mandate]));
    const settle = (what: string, signature: string, candidates: readonly Movement[]) => {
      // One that names other things as well is nobody's payment for this.
      const found = candidates.filter((one) => one.signature === signature && one.extras.length === 1);
      const free = found.find((movement) => !used.has(movement));
      if (found.length === 0) throw new Violation('settled by nothing', `${what} by ${signature}`);
      if (free === undefined)
        throw new Violation('settled twice', `${signature} settles ${what} and ${used.get(found[0]!)}`);
      used.set(free, what);
    };
    for (const charge of charges) {
      if (charge.status !== 'succeeded') continue;
      const mandate = mandateOf.get(charge.mandateId)!;
      const reference =
        mandate.sellMode === 'once'
          ? mandate.reference
          : chargeReference(genesisHash, charge.mandateId, charge.periodIndex);
      const paid = movements.under(reference).filter(({ amountAtomic }) => amountAtomic === charge.amount);
      settle(`charge ${charge.mandateId}/${charge.periodIndex}`, charge.txSignature!, paid);
    }
    for (const refund of refunds) {
      if (refund.status !== 'succeeded') continue;
      const paid = movements.under(refundReference(genesisHash, refund.id));
      const exact = paid.filter(({ amountAtomic }) => amountAtomic === refund.amount);
      settle(`refund ${refund.id}`, refund.txSignature!, exact);
    }
  }

  /** The database agrees with itself. */
  #checkSums({ mandates, charges, refunds, chains }: Snapshot): void {
    const paid = Map.groupBy(
      charges.filter(({ status }) => status === 'succeeded'),
      ({ mandateId }) => mandateId,
    );
    for (const { id, pulled, budget, periodsCharged, maxPeriods, sellMode } of mandates) {
      const own = paid.get(id) ?? [];
      const sum = own.reduce((total, { amount }) => total + amount, 0n);
      if (sum !== pulled || own.length !== periodsCharged)
        throw new Violation(
          'sums differ',
          `${id}: ${own.length} charges of ${sum}, noted ${periodsCharged} of ${pulled}`,
        );
      if (sellMode === 'once') continue;
      if (pulled > budget) throw new Violation('beyond the budget', `${id}: ${pulled} of ${budget}`);
      if (maxPeriods !== null && own.length > maxPeriods) throw new Violation('too many periods', id);
    }
    const back = Map.groupBy(refunds, ({ chargeId }) => chargeId);
    for (const { id, amount, refunded } of charges) {
      const own = back.get(id) ?? [];
      const sumOf = (states: string[]) =>
        own.filter(({ status }) => states.includes(status)).reduce((total, one) => total + one.amount, 0n);
      if (sumOf(['succeeded']) !== refunded || sumOf(['succeeded', 'pending']) > amount)
        throw new Violation(
          'refunds differ',
          `${id}: ${sumOf(['succeeded'])} noted as ${refunded} of ${amount}`,
        );
    }
    const halted = chains.find(({ haltedReason }) => haltedReason !== null);
    if (halted) throw new Violation('halted', halted.haltedReason!);
  }

  #stateOf(charges: Snapshot['charges'], key: string): string {
    return (
      charges.find((charge) => `${charge.mandateId}/${charge.periodIndex}` === key)?.status ?? 'forgotten'
    );
  }

  /** A refund that landed is noticed, whoever sent it. */
  #checkRefundsNoticed({ refunds }: Snapshot): void {
    const { movements, genesisHash, calmSinceMs, nowMs } = this.#parts;
    const calmSince = calmSinceMs();
    if (calmSince === null) return;
    for (const { id, status, amount, recordedAt } of refunds) {
      if (status !== 'pending') continue;
      const paid = movements
        .under(refundReference(genesisHash, id))
        .find((one) => one.amountAtomic === amount && one.extras.length === 1);
      if (paid === undefined) continue;
      // Workers look again after an eighth of its age, at most 6 h: those of production look every minute.
      const patienceMs = Math.min((nowMs() - recordedAt * 1000) / 8, 6 * 3_600_000);
      if (nowMs() - Math.max(paid.atMs, calmSince) > NOTICED_WITHIN_MS + patienceMs)
        throw new Violation('left behind', `refund ${id} landed by ${paid.signature}, and is still pending`);
    }
  }

  /** A pull that landed is counted: soon where all is calm, and at the end in any case. */
  #checkCounted({ charges }: Snapshot, final: boolean): void {
    const { movements, delegates, calmSinceMs, nowMs } = this.#parts;
    const calmSince = calmSinceMs();
    const counted = new Set(
      charges.map(({ mandateId, periodIndex, txSignature }) => `${mandateId}/${periodIndex} ${txSignature}`),
    );
    for (const movement of movements.all) {
      if (!delegates.includes(movement.authority) || movement.atMs <= this.#setBackAtMs) continue;
      const reference = movement.extras.flatMap((extra) => this.#references.get(extra) ?? [])[0];
      if (reference?.kind !== 'charge' || counted.has(`${reference.id} ${movement.signature}`)) continue;
      const waitedMs = calmSince === null ? 0 : nowMs() - Math.max(movement.atMs, calmSince);
      if (final || waitedMs > COUNTED_WITHIN_MS)
        throw new Violation(
          'landed and not counted',
          `${reference.id} by ${movement.signature}, is ${this.#stateOf(charges, reference.id)}`,
        );
    }
  }
}

/** Finality takes 13 s, a lease a minute, and a look that met another one comes again within minutes. */
const NOTICED_WITHIN_MS = 10 * 60_000;
/** The resolver looks every few seconds while something is in flight; a back-off lasts five minutes. */
const COUNTED_WITHIN_MS = 15 * 60_000;
