/**
 * The name that was most likely meant by `typed`, or null if none is close: at most a third of its letters
 * differ.
 */
export function closestName(typed: string, names: readonly string[]): string | null {
  let closest: string | null = null;
  let best = Math.floor(typed.length / 3) + 1;
  for (const name of names) {
    const distance = editDistance(typed, name);
    if (distance < best) [closest, best] = [name, distance];
  }
  return closest;
}

/** Levenshtein's: how many letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced));
    }
    row = next;
  }
  return row[to.length]!;
}
