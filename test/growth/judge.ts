import { HISTORY } from './fill.ts';
import { nodesOf, pagesOf, type PlanNode, type Ran } from './plans.ts';

/** What differs by chance: jobs that found something to do, an index's page that was just split, rows that an update left behind. */
const [SLACK_ROWS, SLACK_PAGES] = [100, 20];

const isHistory = (node: PlanNode) => (HISTORY as readonly string[]).includes(node['Relation Name'] ?? '');

/** Whether a statement reads or writes a table that keeps growing. */
export const concernsHistory = ({ plan }: Ran) => nodesOf(plan).some(isHistory);

/** What a statement does that takes longer the longer the history is. */
export function wastesOf({ plan }: Ran): string[] {
  return nodesOf(plan)
    .map(wasteOf)
    .filter((waste) => waste !== null);
}

function wasteOf(node: PlanNode): string | null {
  if (!isHistory(node)) return null;
  const kept = node['Actual Loops'] * node['Actual Rows'];
  const place = `${node['Node Type']} of ${node['Relation Name']}`;
  if (node['Node Type'] === 'Seq Scan' && visitedBy(node) > 0) return place;
  return visitedBy(node) > 10 * kept + SLACK_ROWS
    ? `${place} visits ${visitedBy(node)} rows for ${kept}`
    : null;
}

/** How a statement at the long history does more than at the short one; null if it does about as much. */
export function growthOf(before: Ran, after: Ran): string | null {
  const times = Math.max(1, workOf(after.plan) / workOf(before.plan));
  const [few, many] = [before, after].map(({ plan }) => sum(plan, visitedBy)) as [number, number];
  const took = `${before.ms} ms are ${after.ms} ms`;
  if (many > 1.3 * times * few + SLACK_ROWS) return `${few} rows visited are ${many}, ${took}`;
  const [less, more] = [before, after].map(({ plan }) => pagesOf(plan)) as [number, number];
  // Each row in a page of its own, found in a tree of five levels at most; a row that is written is entered in each index.
  const explained =
    many + 5 * sum(after.plan, (node) => node['Index Searches'] ?? 0) + 60 * writtenBy(after.plan);
  return more > Math.max(1.3 * times * less, explained) + SLACK_PAGES
    ? `${less} pages are ${more}, ${took}`
    : null;
}

/** Rows of history that a node read, whether it kept them or not. */
export function visitedBy(node: PlanNode): number {
  if (!isHistory(node) || node['Node Type'] === 'ModifyTable') return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return node['Actual Loops'] * (node['Actual Rows'] + removed);
}

function writtenBy(plan: PlanNode): number {
  return sum(plan, (node) => (node['Node Type'] === 'ModifyTable' ? workOf(node) : 0));
}

/** Rows that a statement returns or changes. */
function workOf(plan: PlanNode): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops, Plans: [child] = [] } = plan;
  if (plan['Node Type'] === 'ModifyTable' && rows === 0 && child !== undefined) return workOf(child);
  return Math.max(1, rows * loops);
}

function sum(plan: PlanNode, of: (node: PlanNode) => number): number {
  return nodesOf(plan).reduce((total, node) => total + of(node), 0);
}
