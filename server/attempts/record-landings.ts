import type { Resolution } from '../chain/confirm.ts';
import type { Deployment } from '../deployment.ts';
import { chunksOf } from '../lib/chunks.ts';
import { type Appliers, transferIndexOf } from './outcome.ts';
import { type AttemptRow, setLanded } from './queries.ts';

/** Recorded in one transaction: many enough to share its statements, few enough that a landed charge waits for a moment only. */
const BATCH = 64;

/**
 * Records together what is plain: that attempts at charges of different mandates landed. Returns the attempts that are left to be
 * recorded one by one. If a batch fails, that is all of it: a row that always fails must not keep the others from being recorded.
 */
export async function recordLandings(
  deployment: Deployment,
  appliers: Appliers,
  attempts: readonly AttemptRow[],
  resolutions: ReadonlyMap<string, Resolution>,
): Promise<readonly AttemptRow[]> {
  const plain = oneOfEachMandate(
    attempts.filter(
      ({ id, chargeId, state, backoffUntil }) =>
        resolutions.get(id)!.kind === 'landed' &&
        chargeId !== null &&
        state === 'signed' &&
        backoffUntil === null,
    ),
  );
  if (plain.length < 2) return attempts;
  const recorded = new Set<string>();
  for (const batch of chunksOf(plain, BATCH)) {
    await deployment.crashPoint('attempt:resolved');
    try {
      for (const { id } of await recordBatch(deployment, appliers, batch)) recorded.add(id);
    } catch (error) {
      deployment.log.error({ err: error, attempts: batch.length }, 'landings are recorded one by one');
    }
  }
  return attempts.filter(({ id }) => !recorded.has(id));
}

function recordBatch(
  { db, clock }: Deployment,
  appliers: Appliers,
  batch: readonly AttemptRow[],
): Promise<AttemptRow[]> {
  const landed = batch.map((attempt) => {
    const { signature } = attempt;
    return { attempt, landing: { signature, instructionIndex: transferIndexOf(attempt) } };
  });
  return db.begin(async (tx) => {
    const { settled, recorded } = await appliers.charge.settleTogether(tx, landed, clock);
    await setLanded(
      tx,
      settled.map(({ id }) => id),
      clock.seconds(),
    );
    return [...settled, ...recorded];
  });
}

/** A mandate's attempts are recorded in their order, each after the one before. */
function oneOfEachMandate(attempts: readonly AttemptRow[]): AttemptRow[] {
  return [...Map.groupBy(attempts, ({ mandateId }) => mandateId).values()].map(([first]) => first!);
}
