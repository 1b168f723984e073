import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OBSERVABILITY, readRules } from '../../scripts/watch/alerts.ts';
import { metricsIn } from '../../scripts/watch/promql.ts';
import { createInstruments } from '../../server/monitoring/instruments.ts';
import { healthy, pageOf, work } from './support.ts';

const DASHBOARD = JSON.parse(readFileSync(new URL('grafana-dashboard.json', OBSERVABILITY), 'utf8')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const asked = [
  ...readRules().map(({ alert, expr }) => [alert, expr] as const),
  ...DASHBOARD.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }, at) => [`panel ${title}, ${at + 1}`, expr] as const),
  ),
];

it.each(asked)('%s names metrics that exist, with labels that they have', async (_, expr) => {
  const instruments = createInstruments({ process: 'all', role: 'all' });
  work(instruments);
  const page = await pageOf(healthy(1_800_000_000), instruments);
  const labelsOf = new Map<string, Set<string>>();
  for (const { name, labels } of page) {
    const known = labelsOf.get(name) ?? new Set(['job', 'instance']);
    for (const label of Object.keys(labels)) known.add(label);
    labelsOf.set(name, known);
  }
  labelsOf.set('up', new Set(['job', 'instance']));
  const names = metricsIn(expr);
  expect(names).not.toEqual([]);
  for (const name of names) expect([...labelsOf.keys()]).toContain(name);
  const known = new Set(names.flatMap((name) => [...labelsOf.get(name)!]));
  const matched = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!);
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels]) =>
    labels!.split(',').map((label) => label.trim()),
  );
  for (const label of [...matched, ...grouped].filter((each) => each !== ''))
    expect([...known]).toContain(label);
});

it('every rule says what it means and what to do', () => {
  for (const { annotations, severity } of readRules()) {
    expect(annotations['summary']).toMatch(/\.$/);
    expect(annotations['action']).toMatch(/\.$/);
    expect(['critical', 'warning', 'info']).toContain(severity);
  }
  const names = readRules().map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
});
