import { type ChargeStatus, statesBefore } from '../../rules/charges/machine.ts';
import { type MandateStatus, type MandateTrigger, transition } from '../../rules/mandates/machine.ts';
import type { Snapshot } from './snapshot.ts';
import { Violation } from './violation.ts';

const CHARGE_STATES = ['scheduled', 'processing', 'succeeded', 'retrying', 'abandoned', 'skipped'] as const;
const MANDATE_STATES = ['pending', 'active', 'revoked', 'expired', 'completed'] as const;
const TRIGGERS: MandateTrigger[] = ['activate', 'revoke', 'cancel', 'complete', 'expire'];

/** What happens to one charge or mandate once at most. */
const ONCE = new Set([
  'mandate.created',
  'mandate.activated',
  'mandate.revoked',
  'mandate.expired',
  'mandate.completed',
  'charge.succeeded',
  'charge.abandoned',
  'charge.skipped',
]);
/** The event that must stand beside a final state. */
const TOLD_BY: Partial<Record<ChargeStatus, string>> = {
  succeeded: 'charge.succeeded',
  abandoned: 'charge.abandoned',
  skipped: 'charge.skipped',
};

/** Who is told of events: each new one by a line, and that some were recorded. */
export interface HistoryParts {
  note: (line: string) => void;
  onEvents: () => void;
}

/** How states went and what was told, from look to look. */
export class History {
  #charges = new Map<string, ChargeStatus>();
  #mandates = new Map<string, MandateStatus>();
  /** As a receiver keeps it, which no restore makes forget: event id by what happened. */
  readonly #told = new Map<string, string>();
  readonly #toldIds = new Set<string>();
  #lastPosition = new Map<string, string>();
  /** As they were last seen: another list where some were recorded. */
  #events: Snapshot['events'] = [];
  readonly #parts: HistoryParts;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  setBack(): void {
    this.#charges = new Map();
    this.#mandates = new Map();
    this.#lastPosition = new Map();
  }

  check(snapshot: Snapshot): void {
    this.#checkTransitions(snapshot);
    this.#checkEvents(snapshot);
  }

  #checkTransitions({ charges, mandates }: Snapshot): void {
    for (const { id, status } of charges) {
      const before = this.#charges.get(id) ?? 'scheduled';
      if (before !== status && !CHARGE_PATHS.get(before)!.has(status))
        throw new Violation('impossible state', `charge ${id} went from ${before} to ${status}`);
      this.#charges.set(id, status);
    }
    for (const { id, status } of mandates) {
      const before = this.#mandates.get(id) ?? 'pending';
      if (before !== status && !MANDATE_PATHS.get(before)!.has(status))
        throw new Violation('impossible state', `mandate ${id} went from ${before} to ${status}`);
      this.#mandates.set(id, status);
    }
  }

  #checkEvents({ events, charges }: Snapshot): void {
    const present = new Set<string>();
    for (const { id, position, type, mandateId, chargeId, periodIndex, failure } of events) {
      present.add(`${type} ${chargeId}`);
      if (this.#toldIds.has(id)) continue;
      this.#toldIds.add(id);
      this.#parts.note(
        `event: ${type} ${mandateId}${periodIndex === null ? '' : `/${periodIndex}`} ${failure ?? ''}`,
      );
      if (position < (this.#lastPosition.get(mandateId) ?? '') && !type.startsWith('charge.'))
        throw new Violation('told out of order', `${type} of ${mandateId}`);
      this.#lastPosition.set(mandateId, position);
      if (!ONCE.has(type)) continue;
      const what = `${type} ${mandateId}${chargeId === null ? '' : `/${periodIndex}`}`;
      const before = this.#told.get(what);
      if (before !== undefined && chargeId !== null)
        throw new Violation('told twice', `${what} as ${before} and as ${id}`);
      this.#told.set(what, id);
    }
    // Also those that are told again after a set-back, whose ids are known.
    if (events !== this.#events) this.#parts.onEvents();
    this.#events = events;
    for (const { id, status } of charges) {
      const type = TOLD_BY[status];
      if (type !== undefined && !present.has(`${type} ${id}`))
        throw new Violation('not told', `charge ${id} is ${status}, without ${type}`);
    }
  }
}

/** Several transitions may lie between two looks, so what counts is what can be reached. */
function pathsOf<State extends string>(
  states: readonly State[],
  next: (state: State) => readonly State[],
): Map<State, Set<State>> {
  const reach = (from: State, seen: Set<State>): Set<State> => {
    for (const to of next(from)) {
      if (seen.has(to)) continue;
      seen.add(to);
      reach(to, seen);
    }
    return seen;
  };
  return new Map(states.map((state) => [state, reach(state, new Set<State>())]));
}

const CHARGE_PATHS = pathsOf(CHARGE_STATES, (from) =>
  CHARGE_STATES.filter((to) => statesBefore(to).includes(from)),
);
const MANDATE_PATHS = pathsOf(MANDATE_STATES, (from) =>
  TRIGGERS.flatMap((trigger) => {
    const next = transition(from, trigger);
    return 'to' in next ? [next.to] : [];
  }),
);
