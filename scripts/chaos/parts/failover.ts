import { join } from 'node:path';
import { clusterPaths } from '../../../server/db/embedded-cluster.ts';
import { sleep } from '../../../server/lib/clock.ts';
import { connect } from '../../../server/db/connect.ts';
import { until } from '../../bench/until.ts';
import { Forwarder } from '../forwarder.ts';
import type { Part, Play } from '../play.ts';
import { freePort } from '../stage.ts';
import { type Standby, startStandby } from '../standby.ts';
import { recovered, within } from './strike.ts';

/**
 * How many months the primary continues after its standby was cut off: the standby will have forgotten them.
 */
const FORGOTTEN_MONTHS = 2;
const FORGOTTEN_WITHIN_MS = 120_000;

/** A standby that lags is promoted at the same address, on a new timeline, while the service runs. */
export const failover: Part = {
  name: 'failover',
  workers: 2,
  // What the lost side signed may land for 150 blocks more, and is final after another 182: some 145 s with slots of 400 ms.
  withinMs: 200_000,
  count: 1,
  strike: async (play, times) => {
    const { stage } = play;
    let primary = {
      url: stage.postgres.url,
      cluster: clusterPaths(join(stage.directory, 'postgres')).cluster,
    };
    let stopPrimary = () => stage.postgres.stop();
    for (let n = 1; n <= times; n += 1) {
      const directory = join(stage.directory, `standby-${n}`);
      const standby = await failOver(play, primary, directory, stopPrimary);
      primary = { url: standby.url, cluster: clusterPaths(directory).cluster };
      stopPrimary = standby.stop;
      // Whatever stops the stage stops the server that runs then.
      stage.postgres = { url: standby.url, exited: Promise.resolve(), stop: standby.stop };
      await recovered(play);
      await sleep(5_000);
    }
  },
};

async function failOver(
  play: Play,
  primary: { url: string; cluster: string },
  directory: string,
  stopPrimary: () => Promise<void>,
): Promise<Standby> {
  const { stage, shop, months, clients, subscribers, watch, findings } = play;
  const link = await Forwarder.start(Number(new URL(primary.url).port));
  const standby = await startStandby(primary, directory, { port: await freePort(), follow: link.port });
  const sql = connect(primary.url, { max: 1, applicationName: 'chaos' });
  // The standby knows the latest requests, but not their results. A refund that only the lost side knew could
  // not be distinguished from one that was never requested.
  clients.refundsPaused = true;
  // Likewise a mandate that only the lost side knew.
  subscribers.paused = true;
  findings.expect(
    await within(FORGOTTEN_WITHIN_MS, () => subscribers.isIdle),
    'somebody was half-way subscribed for two minutes',
  );
  await until('the refunds that were asked for', async () => {
    const [row] = await sql<[{ asked: number }]>`
      select count(*) as asked from refunds where merchant_id = ${shop.id}`;
    return row.asked >= clients.refundsBegun;
  });
  await standby.caughtUp(sql);
  link.pointTo(null);
  await sql.end();
  play.acknowledgedBefore = Math.min(play.acknowledgedBefore, performance.now());
  const before = months.paid;
  const hasGoneOn = await within(FORGOTTEN_WITHIN_MS, () => months.paid >= before + FORGOTTEN_MONTHS);
  findings.expect(hasGoneOn, 'no month was paid while the standby lagged');
  // Like a network that loses the primary: nobody reaches it, and what it still does reaches nobody.
  stage.forwarder.pointTo(null);
  watch.note('failover');
  await stopPrimary();
  await standby.promote();
  stage.forwarder.pointTo(standby.port);
  await link.stop();
  clients.refundsPaused = false;
  subscribers.paused = false;
  return standby;
}
