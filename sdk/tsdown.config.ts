import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'tsdown';

const resources = globSync('src/generated/resources/*.ts').map((file) => [
  `resources/${basename(file, '.ts')}`,
  file,
]);

export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      core: 'src/core.ts',
      otel: 'src/otel.ts',
      proof: 'src/proof/verify-proof.ts',
      testing: 'src/testing/index.ts',
      ...Object.fromEntries(resources),
    },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    fixedExtension: false,
    // One file behind the entries: an import reads three files instead of thirty, and bundlers drop what is not used all the same.
    outputOptions: {
      codeSplitting: { groups: [{ name: 'sdk', test: /sdk\/src\/(?!testing|proof).*(?<!\.d)\.ts$/ }] },
    },
  },
  {
    // The command line: for Node alone, on top of the package as anyone else imports it.
    entry: { cli: 'src/cli/main.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    fixedExtension: false,
    deps: { neverBundle: ['@autopay/sdk'] },
  },
  {
    // The start of the real service: for Node alone, apart from the fake, which also runs in browsers.
    entry: { 'testing/service': 'src/testing/start-service.ts' },
    format: ['esm', 'cjs'],
    platform: 'node',
    target: 'node20',
    dts: true,
    fixedExtension: false,
    deps: { neverBundle: ['@autopay/sdk'] },
  },
]);
