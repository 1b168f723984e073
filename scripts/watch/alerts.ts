import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { evaluate } from './promql.ts';
import type { SeriesStore } from './series.ts';

/** A rule of `deploy/observability/alerts.yml`. */
export interface Rule {
  alert: string;
  expr: string;
  /** How long it must hold before it fires. */
  forSeconds: number;
  severity: string;
  annotations: Record<string, string>;
}

export const OBSERVABILITY = new URL('../../deploy/observability/', import.meta.url);

/** The rules of the file, as Prometheus would load them. */
export function readRules(): Rule[] {
  const file = parse(readFileSync(new URL('alerts.yml', OBSERVABILITY), 'utf8')) as {
    groups: {
      rules: {
        alert: string;
        expr: string;
        for?: string;
        labels: { severity: string };
        annotations: Record<string, string>;
      }[];
    }[];
  };
  return file.groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, for: wait = '0s', labels, annotations }) => ({
      alert,
      expr,
      forSeconds: secondsOf(wait),
      severity: labels.severity,
      annotations,
    })),
  );
}

function secondsOf(text: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (unit === undefined) throw new Error(`Not a time: ${text}`);
  return Number(count) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'];
}

/** A rule that fired, for what, and from when to when. `until` null: it does still. */
export interface Alarm {
  alert: string;
  severity: string;
  labels: Record<string, string>;
  from: number;
  until: number | null;
}

/** Evaluates rules again and again, as Prometheus does. */
export class Watchman {
  readonly #rules: readonly Rule[];
  readonly #store: SeriesStore;
  readonly #pending = new Map<string, { since: number; alarm: Alarm | null }>();
  /** Every alarm so far, in the order in which they fired. */
  readonly alarms: Alarm[] = [];

  constructor(rules: readonly Rule[], store: SeriesStore) {
    this.#rules = rules;
    this.#store = store;
  }

  /** Evaluates all rules at a time, which never goes back. */
  look(at: number): void {
    for (const rule of this.#rules) this.#lookAt(rule, at);
  }

  #lookAt({ alert, expr, forSeconds, severity }: Rule, at: number): void {
    const values = evaluate(expr, this.#store, at);
    if (typeof values === 'number') throw new Error(`${alert} is a number, and no condition.`);
    const holding = new Set<string>();
    for (const { labels } of values) {
      const key = `${alert} ${JSON.stringify(Object.entries(labels).toSorted())}`;
      holding.add(key);
      const state = this.#pending.get(key) ?? { since: at, alarm: null };
      this.#pending.set(key, state);
      if (state.alarm !== null || at - state.since < forSeconds) continue;
      state.alarm = { alert, severity, labels, from: at, until: null };
      this.alarms.push(state.alarm);
    }
    for (const [key, { alarm }] of this.#pending) {
      if (holding.has(key) || !key.startsWith(`${alert} `)) continue;
      if (alarm !== null) alarm.until = at;
      this.#pending.delete(key);
    }
  }
}
