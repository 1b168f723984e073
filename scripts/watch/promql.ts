import { parser } from '@prometheus-io/lezer-promql';
import type { Series, SeriesStore } from './series.ts';

/**
 * As much of PromQL as this repository's rules and dashboard use, read with Prometheus' own grammar. What it does not know it refuses, so that a
 * rule never counts as quiet because it was not understood.
 */

type Node = NonNullable<ReturnType<typeof parser.parse>['topNode']['firstChild']>;

/** A value with its labels. */
export interface Value {
  labels: Record<string, string>;
  value: number;
}

type Result = number | Value[];

/** As Prometheus: an instant value is at most so old. */
const LOOK_BACK_SECONDS = 300;

/** The value of an expression at a time: a number, or those that it has by label. Throws for what is no expression, or not known here. */
export function evaluate(expression: string, store: SeriesStore, at: number): Result {
  return valueOf(rootOf(expression), { text: expression, store, at });
}

/** The names of all metrics that an expression reads. Throws if it is none. */
export function metricsIn(expression: string): string[] {
  const names: string[] = [];
  const visit = (node: Node) => {
    if (node.name === 'VectorSelector') names.push(textOf(node.getChild('Identifier')!, expression));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(rootOf(expression));
  return names;
}

function rootOf(expression: string): Node {
  const tree = parser.parse(expression);
  let wrong: number | null = null;
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) wrong ??= from;
    },
  });
  const root = tree.topNode.firstChild;
  if (wrong !== null || root === null) throw new Error(`Not PromQL, at ${wrong ?? 0}: ${expression}`);
  return root;
}

interface Context {
  text: string;
  store: SeriesStore;
  at: number;
}

function valueOf(node: Node, context: Context): Result {
  const { text, at } = context;
  switch (node.name) {
    case 'NumberDurationLiteral':
      return Number(textOf(node, text));
    case 'ParenExpr':
      return valueOf(childrenOf(node)[0]!, context);
    case 'VectorSelector':
      return select(node, context).flatMap((series) => {
        const last = series.points.findLast((point) => point.at <= at);
        if (last === undefined || last.value === null || at - last.at > LOOK_BACK_SECONDS) return [];
        return [{ labels: series.labels, value: last.value }];
      });
    case 'AggregateExpr':
      return aggregate(node, context);
    case 'FunctionCall':
      return call(node, context);
    case 'BinaryExpr':
      return combine(node, context);
    default:
      throw new Error(`${node.name} is not known here: ${textOf(node, text)}`);
  }
}

function select(node: Node, { text, store }: Context): Series[] {
  const name = textOf(node.getChild('Identifier')!, text);
  const matchers = childrenOf(node.getChild('LabelMatchers')).map((matcher) => {
    const [label, operator, literal] = childrenOf(matcher).map((child) => textOf(child, text));
    const wanted = JSON.parse(literal!.replaceAll(/^'|'$/g, '"')) as string;
    const isExact = operator === '=' || operator === '!=';
    const pattern = isExact ? null : new RegExp(`^(?:${wanted})$`);
    const isLike = (value: string) => (pattern === null ? value === wanted : pattern.test(value));
    const isNegated = operator!.startsWith('!');
    return (labels: Record<string, string>) => isLike(labels[label!] ?? '') !== isNegated;
  });
  return store.named(name).filter(({ labels }) => matchers.every((matches) => matches(labels)));
}

function aggregate(node: Node, context: Context): Value[] {
  const operation = textOf(node.getChild('AggregateOp')!, context.text);
  const labels = namesIn(
    node.getChild('AggregateModifier')?.getChild('GroupingLabels') ?? null,
    context.text,
  );
  const [argument, ...others] = childrenOf(node.getChild('FunctionCallBody'));
  const values = vectorOf(valueOf(others.at(-1) ?? argument!, context));
  const groups = Map.groupBy(values, (value) =>
    JSON.stringify(labels.map((name) => value.labels[name] ?? '')),
  );
  return [...groups.values()].map((group) => ({
    labels: pick(group[0]!.labels, labels),
    value: fold(
      operation,
      group.map(({ value }) => value),
    ),
  }));
}

function fold(operation: string, values: readonly number[]): number {
  switch (operation) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'max':
      return Math.max(...values);
    case 'min':
      return Math.min(...values);
    case 'count':
      return values.length;
    default:
      throw new Error(`The aggregation ${operation} is not known here.`);
  }
}

function call(node: Node, context: Context): Result {
  const name = textOf(node.getChild('FunctionIdentifier')!, context.text);
  const [first, second] = childrenOf(node.getChild('FunctionCallBody'));
  switch (name) {
    case 'time':
      return context.at;
    case 'absent':
      return vectorOf(valueOf(first!, context)).length === 0 ? [{ labels: {}, value: 1 }] : [];
    case 'histogram_quantile':
      return quantiles(valueOf(first!, context) as number, vectorOf(valueOf(second!, context)));
    case 'rate':
    case 'increase':
    case 'changes':
      return overRange(name, first!, context);
    default:
      throw new Error(`The function ${name} is not known here.`);
  }
}

function overRange(name: 'rate' | 'increase' | 'changes', matrix: Node, context: Context): Value[] {
  const { text, at } = context;
  const seconds = secondsIn(textOf(matrix, text));
  return select(matrix.getChild('VectorSelector')!, context).flatMap(({ labels, points }) => {
    const inside = points.filter(
      (point): point is { at: number; value: number } =>
        point.value !== null && point.at > at - seconds && point.at <= at,
    );
    if (inside.length === 0 || (name !== 'changes' && inside.length < 2)) return [];
    const pairs = inside.slice(1).map((point, index) => [inside[index]!.value, point.value] as const);
    if (name === 'changes')
      return [{ labels, value: pairs.filter(([before, after]) => before !== after).length }];
    // A counter that fell began anew.
    const grown = pairs.reduce((sum, [before, after]) => sum + (after < before ? after : after - before), 0);
    const covered = inside.at(-1)!.at - inside[0]!.at;
    const perSecond = covered === 0 ? 0 : grown / covered;
    return [{ labels, value: name === 'rate' ? perSecond : perSecond * seconds }];
  });
}

function secondsIn(matrix: string): number {
  const [, count, unit] = /\[(\d+)([smhd])\]$/.exec(matrix) ?? [];
  if (unit === undefined) throw new Error(`Not a range that is known here: ${matrix}`);
  return Number(count) * { s: 1, m: 60, h: 3_600, d: 86_400 }[unit as 's' | 'm' | 'h' | 'd'];
}

/** Within a bucket the values are taken as evenly spread. */
function quantiles(share: number, buckets: readonly Value[]): Value[] {
  const withoutLe = ({ labels }: Value) => Object.entries(labels).filter(([name]) => name !== 'le');
  const groups = Map.groupBy(buckets, (bucket) => JSON.stringify(withoutLe(bucket).toSorted()));
  return [...groups.values()].map((group) => {
    const sorted = group
      .map(({ labels, value }) => ({ upTo: Number(labels['le']!.replace('+Inf', 'Infinity')), count: value }))
      .toSorted((a, b) => a.upTo - b.upTo);
    const wanted = share * (sorted.at(-1)?.count ?? 0);
    const index = sorted.findIndex(({ count }) => count >= wanted);
    const [below, bucket] = [sorted[index - 1] ?? { upTo: 0, count: 0 }, sorted[index]];
    const labels = Object.fromEntries(withoutLe(group[0]!));
    if (bucket === undefined || wanted === 0) return { labels, value: NaN };
    if (bucket.upTo === Infinity) return { labels, value: below.upTo };
    const part = bucket.count === below.count ? 0 : (wanted - below.count) / (bucket.count - below.count);
    return { labels, value: below.upTo + (bucket.upTo - below.upTo) * part };
  });
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};
const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

function combine(node: Node, context: Context): Result {
  const children = childrenOf(node);
  const [left, right] = [valueOf(children[0]!, context), valueOf(children.at(-1)!, context)];
  const operator = textOf(children[1]!, context.text).toLowerCase();
  const on = node.getChild('MatchingModifierClause');
  const keyOf = on
    ? (labels: Record<string, string>) =>
        keyWith(labels, namesIn(on.getChild('GroupingLabels'), context.text))
    : (labels: Record<string, string>) => keyWith(labels, Object.keys(labels));
  if (operator === 'and' || operator === 'unless' || operator === 'or') {
    const others = new Set(vectorOf(right).map(({ labels }) => keyOf(labels)));
    if (operator === 'or') {
      const mine = new Set(vectorOf(left).map(({ labels }) => keyOf(labels)));
      return [...vectorOf(left), ...vectorOf(right).filter(({ labels }) => !mine.has(keyOf(labels)))];
    }
    return vectorOf(left).filter(({ labels }) => others.has(keyOf(labels)) === (operator === 'and'));
  }
  const [compare, reckon] = [COMPARISONS[operator], ARITHMETIC[operator]];
  if (compare === undefined && reckon === undefined)
    throw new Error(`The operator ${operator} is not known here.`);
  const pairs = pairUp(left, right, keyOf);
  if (reckon !== undefined) {
    if (typeof left === 'number' && typeof right === 'number') return reckon(left, right);
    return pairs.map(({ labels, a, b }) => ({ labels, value: reckon(a, b) }));
  }
  return pairs
    .filter(({ a, b }) => compare!(a, b))
    .map(({ labels, a, b }) => ({ labels, value: typeof left === 'number' ? b : a }));
}

function pairUp(left: Result, right: Result, keyOf: (labels: Record<string, string>) => string) {
  if (typeof left === 'number')
    return vectorOf(right).map(({ labels, value }) => ({ labels, a: left, b: value }));
  if (typeof right === 'number') return left.map(({ labels, value }) => ({ labels, a: value, b: right }));
  const others = new Map(right.map(({ labels, value }) => [keyOf(labels), value]));
  return left.flatMap(({ labels, value }) => {
    const other = others.get(keyOf(labels));
    return other === undefined ? [] : [{ labels, a: value, b: other }];
  });
}

function vectorOf(result: Result): Value[] {
  if (typeof result === 'number') throw new Error('A number is no vector.');
  return result;
}

function keyWith(labels: Record<string, string>, names: readonly string[]): string {
  return JSON.stringify(names.toSorted().map((name) => [name, labels[name] ?? '']));
}

function pick(labels: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])),
  );
}

function namesIn(node: Node | null, text: string): string[] {
  return childrenOf(node).map((child) => textOf(child, text));
}

function childrenOf(node: Node | null): Node[] {
  const children: Node[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function textOf({ from, to }: Node, text: string): string {
  return text.slice(from, to);
}
