import type { RunResult } from './run-world.ts';

/** One line for a run; for a violation the end of its trace, and for a single run what happened how often. */
export function printReport(
  { seed, violation, digest, steps, tail, counters }: RunResult,
  { tookMs, differs, whole }: { tookMs: number; differs: boolean; whole: boolean },
): void {
  const outcome = violation === null ? 'holds' : 'VIOLATED';
  console.log(`seed ${seed}: ${outcome}, ${steps} steps, trace ${digest}, ${(tookMs / 1000).toFixed(1)} s`);
  if (differs) console.log(`  a second run of seed ${seed} went another way`);
  if (violation !== null) {
    for (const line of tail) console.log(`  ${line}`);
    console.log(`  ${violation.message}`);
  }
  if (!whole) return;
  for (const [what, times] of Object.entries(counters)) console.log(`  ${String(times).padStart(6)} ${what}`);
}
