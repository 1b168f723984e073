import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/express.ts',
    'src/fastify.ts',
    'src/hono.ts',
    'src/lambda.ts',
    'src/next.ts',
    'src/postgres.ts',
    'src/testing.ts',
  ],
  format: ['esm', 'cjs'],
  platform: 'neutral', // nothing of Node: the same files run on edge runtimes
  target: 'es2022', // Node 20
  dts: true,
  unbundle: true, // a file for each source, so that an app's bundler can leave out what it does not use
  // Jest runs CommonJS in a sandbox that has no import().
  outputOptions: { dynamicImportInCjs: false },
});
