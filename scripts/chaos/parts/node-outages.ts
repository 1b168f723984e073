import type { Part } from '../play.ts';
import { pause, recovered } from './strike.ts';

/** Longer than a signature lives: what was sent before is judged without having been followed. */
const AWAY_MS = [5_000, 90_000] as const;

/** The chain's only node drops every connection and takes none for a while, at any moment. */
export const nodeOutages: Part = {
  name: 'node',
  workers: 2,
  // From the beginning of the outage.
  withinMs: AWAY_MS[1] + 60_000,
  count: 4,
  strike: async (play, times) => {
    const { stage, watch } = play;
    const port = Number(new URL(stage.localnet.rpcUrl).port);
    for (let n = 0; n < times; n += 1) {
      await pause(500, 3_000);
      stage.node.pointTo(null);
      watch.note('the node is away');
      await pause(...AWAY_MS);
      stage.node.pointTo(port);
      watch.note('the node is back');
      await recovered(play);
    }
  },
};
