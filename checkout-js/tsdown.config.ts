import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts', 'src/keypair.ts', 'src/redirect.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  fixedExtension: false,
});
