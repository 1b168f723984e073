import { defineConfig } from 'tsdown';

export default defineConfig([
  {
    entry: ['src/index.ts'],
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    fixedExtension: false,
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
]);
