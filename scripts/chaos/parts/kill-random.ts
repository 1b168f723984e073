import type { Part } from '../play.ts';
import { pause, within } from './strike.ts';

/** A start takes seconds. */
const READY_MS = 60_000;

/**
 * The longest time between two kills. On a slow machine it is as long as a start: otherwise nothing would
 * ever run longer than it takes to start.
 */
const MOST_MS = 2_000;

/** Kills a process that is ready, whatever it is doing. */
export const killRandom: Part = {
  name: 'random',
  workers: 2,
  withinMs: 60_000,
  count: 100,
  strike: async ({ stage, watch, findings }, times) => {
    const all = [stage.api, ...stage.workers];
    for (let n = 0; n < times; n += 1) {
      await pause(200, Math.max(MOST_MS, ...all.map(({ startMs }) => startMs)));
      const isSomeReady = await within(READY_MS, () => all.some(({ isReady }) => isReady));
      if (!isSomeReady) return findings.add(`no process was ready for ${READY_MS / 1000} s`);
      const ready = all.filter(({ isReady }) => isReady);
      const victim = ready[Math.floor(Math.random() * ready.length)]!;
      victim.kill();
      watch.note(`SIGKILL of ${victim.name}`);
    }
  },
};
