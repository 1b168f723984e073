import { CRASH_POINTS } from '../../../server/lib/crash-points.ts';
import { arm, listStruck } from '../armed.ts';
import type { Part, Play } from '../play.ts';
import { untilReady } from '../stage.ts';
import { recovered, within } from './strike.ts';

/** Months and refunds pass every point within seconds; a point that is never reached is a finding. */
const REACHED_MS = 60_000;

/** Those at which a plan is made are passed for new subscribers, and only under that scheme. */
function pointsOf({ stage: { scheme } }: Play): string[] {
  return CRASH_POINTS.filter((point) => scheme === 'plan' || !point.startsWith('subscription_plan:'));
}

/** A process dies at every named crash point. */
export const killPoints: Part = {
  name: 'points',
  workers: 2,
  withinMs: 60_000,
  count: 3,
  strike: async (play, times) => {
    for (let n = 0; n < times; n += 1) for (const point of pointsOf(play)) await killAt(play, point);
  },
};

async function killAt(play: Play, point: string): Promise<void> {
  const { stage, watch, findings } = play;
  await untilReady(stage);
  const before = listStruck(stage.armed).length;
  arm(stage.armed, point, 'SIGKILL');
  const isReached = await within(REACHED_MS, () => listStruck(stage.armed).length > before);
  if (!isReached) return findings.add(`nothing came by ${point} within ${REACHED_MS / 1000} s`);
  watch.note(`SIGKILL at ${point}`);
  await recovered(play);
}
