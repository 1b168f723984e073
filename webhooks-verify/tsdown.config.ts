import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: 'src/index.ts',
  format: 'esm',
  platform: 'neutral', // nothing of Node: the same file runs on edge runtimes
  target: 'es2022', // Node 20
  dts: true,
});
