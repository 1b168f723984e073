import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    button: 'src/button/index.ts',
    inspect: 'src/inspect.ts',
    keypair: 'src/keypair.ts',
    redirect: 'src/redirect.ts',
    wallets: 'src/wallets.ts',
    words: 'src/words.ts',
  },
  // The button's types need those of the DOM.
  tsconfig: '../tsconfig.browser.json',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  fixedExtension: false,
  // Jest runs CommonJS in a sandbox that has no import().
  outputOptions: { dynamicImportInCjs: false },
});
