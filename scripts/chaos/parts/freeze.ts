import { sleep } from '../../../server/lib/clock.ts';
import { arm, listStruck } from '../armed.ts';
import type { Part } from '../play.ts';
import { within } from './strike.ts';

/** Longer than every lease (60 s) and than the life of a blockhash (150 slots of 400 ms). */
const FROZEN_MS = 90_000;
const REACHED_MS = 60_000;
/** What each is about to do when it wakes: sign, commit what it signed, send what it committed. */
const POINTS = ['charge:claimed', 'attempt:signed', 'attempt:committed'];

/** Three workers freeze while they hold charges, and wake long after others have taken over. */
export const freeze: Part = {
  name: 'freeze',
  workers: 4,
  withinMs: 60_000,
  count: 1,
  strike: async ({ stage, watch, findings }, times) => {
    for (let n = 0; n < times; n += 1) {
      const before = listStruck(stage.armed).length;
      for (const point of POINTS) arm(stage.armed, point, 'SIGSTOP');
      const areFrozen = await within(
        REACHED_MS,
        () => listStruck(stage.armed).length === before + POINTS.length,
      );
      findings.expect(areFrozen, `not every one of ${POINTS.join(', ')} was reached`);
      watch.note('SIGSTOP of three workers');
      await sleep(FROZEN_MS);
      for (const { pid } of listStruck(stage.armed).slice(before)) process.kill(pid, 'SIGCONT');
      watch.note('SIGCONT');
      await sleep(10_000);
    }
  },
};
