import { MAX_LAG_SLOTS } from './accounts.ts';
import { invalidParams } from './rpc-error.ts';

const KINDS = ['drop', 'delay', 'loseReply', 'lag', 'expire', 'refuse', 'hang'] as const;

/** A way in which a node or the network misbehaves, for tests of code that must survive it. */
export interface Fault {
  /** A JSON-RPC method, or `*` for all but `autopay_*`. */
  method: string;
  /**
   * - `drop`: sendTransaction returns a signature, but nothing runs.
   * - `expire`: the same, and from then on the blockhash of that transaction counts as expired.
   * - `delay`: waits `delayMs`, then acts.
   * - `loseReply`: acts, then closes the connection without a response.
   * - `lag`: responds as a node that is `slots` behind; at most 64.
   * - `refuse`: returns `error` (-32005, node unhealthy, by default) and does not act.
   * - `hang`: never responds; when the faults change, closes the connection without having acted.
   */
  kind: (typeof KINDS)[number];
  /** How many calls it affects; all if absent. */
  times?: number;
  delayMs?: number;
  slots?: number;
  error?: { code: number; message: string; data?: unknown };
}

/** The faults that are set now. */
export class Faults {
  #faults: Fault[] = [];
  #changed = Promise.withResolvers<void>();

  list(): Fault[] {
    return this.#faults;
  }

  /** Replaces all faults; hanging connections are closed. */
  set(faults: Fault[]): void {
    this.#faults = faults.map((fault) => ({ ...fault }));
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Resolves when `set` is next called. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** The faults that hit a call of `method`, each counted as used once. */
  take(method: string): Fault[] {
    const sends = method === 'sendTransaction';
    const hits = this.#faults.filter(
      ({ method: target, kind }) =>
        (target === method || (target === '*' && !method.startsWith('autopay_'))) &&
        (sends || (kind !== 'drop' && kind !== 'expire')),
    );
    for (const fault of hits) if (fault.times !== undefined) fault.times -= 1;
    this.#faults = this.#faults.filter(({ times }) => times === undefined || times > 0);
    return hits;
  }
}

/** The faults in the parameters of `autopay_setFaults`; -32602 if one is malformed. */
export function parseFaults(value: unknown): Fault[] {
  if (!Array.isArray(value)) throw invalidParams('Invalid params: faults must be an array');
  return value.map((item: Partial<Fault> | null) => {
    const { method, kind, times, delayMs, slots, error } = item ?? {};
    const whole = [times, delayMs, slots].every(
      (n) => n === undefined || (Number.isSafeInteger(n) && n >= 0),
    );
    const complete = (kind !== 'delay' || delayMs !== undefined) && (kind !== 'lag' || slots !== undefined);
    if (typeof method !== 'string' || !kind || !KINDS.includes(kind) || !whole || !complete || times === 0) {
      throw invalidParams('Invalid params: a fault is {method, kind, times?, delayMs?, slots?, error?}');
    }
    if (slots !== undefined && slots > MAX_LAG_SLOTS)
      throw invalidParams(`Invalid params: slots; max ${MAX_LAG_SLOTS}`);
    return JSON.parse(JSON.stringify({ method, kind, times, delayMs, slots, error }));
  });
}
