import { defineConfig } from 'vitest/config';
import { missingBuilds } from './test/support/subscriptions-program.ts';

// Workspace packages load from their sources, as they do in the service itself.
const conditions = ['autopay-source'];

/** Long by design: many rounds, a million rows, processes that are killed, whole installs. `npm run test:nightly` runs them. */
const NIGHTLY = 'test/**/*.nightly.test.ts';
/** Replaces a module by another, which must not be loaded before. */
const MOCKED = 'test/**/*.mocked.test.ts';

/** What must hold under both schemes, of schedules, retries and crashes: these run once more with subscriptions on plans. */
const BOTH_SCHEMES = [
  'test/main-job.nightly.test.ts',
  'test/schedule/{schedule,dunning,clock-race}.test.ts',
  'test/mandates/revoke.test.ts',
  'test/schedule/outage.nightly.test.ts',
  'test/crash/{in-flight,lagging-node,rpc-outage}.test.ts',
  'test/crash/{kill,failover,many-processes,recovery}.nightly.test.ts',
];
/** Says why those are not run. */
const ABSENT = ['test/plan-scheme/absent.test.ts'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    environment: 'node',
    pool: 'forks',
    // Files of the first tier share processes: each would spend two seconds on loading the service and compiling its validator.
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    // One more than the cores that it is meant for: many tests wait for slots of the chain.
    maxWorkers: 3,
    globalSetup: ['test/support/postgres-server.ts'],
    // Only a real fault reaches these, also on a slow machine that runs other files beside: what takes longest here takes a quarter of it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One second by default, which a busy machine can exceed.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'quick', isolate: false, include: ['test/**/*.test.ts'], exclude: [NIGHTLY, MOCKED] },
      },
      { extends: true, test: { name: 'quick, alone', include: [MOCKED] } },
      // Processes start and die in these, whatever else the machine does.
      {
        extends: true,
        test: { name: 'nightly', include: [NIGHTLY], testTimeout: 240_000, hookTimeout: 240_000 },
      },
      {
        extends: true,
        test: {
          name: 'nightly, on plans',
          include: missingBuilds() === null ? BOTH_SCHEMES : ABSENT,
          env: { AUTOPAY_TEST_SCHEME: 'plan' },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
