/**
 * The choice that `word` was probably meant to be: at most a third of its letters away, counting each letter
 * added, omitted or replaced, and each swapped neighbouring pair. Null if none is close.
 */
export function nearest(word: string, choices: readonly string[]): string | null {
  let best: { choice: string; edits: number } | null = null;
  for (const choice of choices) {
    const edits = editsBetween(word.toLowerCase(), choice.toLowerCase());
    if (edits <= Math.max(1, Math.floor(choice.length / 3)) && (best === null || edits < best.edits)) {
      best = { choice, edits };
    }
  }
  return best?.choice ?? null;
}

/** "Did you mean ...?" with a space before it, or nothing. */
export function didYouMean(word: string, choices: readonly string[]): string {
  const choice = nearest(word, choices);
  return choice === null ? '' : ` Did you mean "${choice}"?`;
}

/** The optimal string alignment distance, row by row. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? beforeLast[j - 2]! + 1 : Infinity;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
