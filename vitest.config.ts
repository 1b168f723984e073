import { defineConfig } from 'vitest/config';

// Workspace packages load from their sources, as they do in the service itself.
const conditions = ['autopay-source'];

/** Long by design: many rounds, a million rows, processes that are killed, whole installs. `npm run test:nightly` runs them. */
const NIGHTLY = 'test/**/*.nightly.test.ts';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    environment: 'node',
    // A process each: native modules keep global state, and a crash of one file is not every file's.
    pool: 'forks',
    // One more than the cores that it is meant for: many tests wait for slots of the chain.
    maxWorkers: 3,
    globalSetup: ['test/support/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [NIGHTLY] } },
      { extends: true, test: { name: 'nightly', include: [NIGHTLY] } },
    ],
  },
});
