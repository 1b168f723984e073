/**
 * Enforces size limits for the built packages in an app, and for the pages in a browser: `npm run size`.
 * Bytes are minified and gzipped, and a kB is 1,000 of them. Prints a line for each limit, and exits 1 if one
 * is exceeded.
 */
import { type BundleSize, bundleSize } from './bundle.ts';
import { importTimes } from './import-time.ts';
import { pageSize } from './pages.ts';

interface Limit {
  /** An app's imports; the calls must not be dropped as unused. */
  app: string;
  part: keyof BundleSize;
  title: string;
  bytes: number;
}

const headless = `export { createCheckout } from '@autopay/checkout-js'`;

const LIMITS: readonly Limit[] = [
  {
    title: 'webhooks-verify: verify',
    app: `export { verify } from '@autopay/webhooks-verify'`,
    part: 'eager',
    // 1,000 before headers could be pairs.
    bytes: 1_050,
  },
  { title: 'checkout-js: createCheckout, at once', app: headless, part: 'eager', bytes: 5_000 },
  { title: 'checkout-js: createCheckout, Solana code later', app: headless, part: 'lazy', bytes: 18_000 },
  {
    title: 'checkout-js: the button, headless included',
    app: `export { defineAutopayButton } from '@autopay/checkout-js/button'`,
    part: 'eager',
    // Sentences for what a payer cannot mend, ways on for one without a wallet, and what was bought. 12,500 before it said what a wallet
    // lacks and that an approval runs out; the QR code is loaded by those who need it.
    bytes: 12_700,
  },
  {
    // Pages that lead on, what a refused connection was, and a check of the object: for servers, where this is no download.
    title: 'sdk: core and mandates',
    app: `export { createClient } from '@autopay/sdk/core'; export { mandates } from '@autopay/sdk/mandates'`,
    part: 'eager',
    bytes: 6_000,
  },
  { title: 'sdk: everything', app: `export * from '@autopay/sdk'`, part: 'eager', bytes: 12_000 },
];

/**
 * The pages' own scripts. What the checkout loads at once is everything it needs until a wallet is chosen.
 */
const PAGE_LIMITS: readonly {
  title: string;
  entries: string[];
  parts: (keyof BundleSize)[];
  bytes: number;
}[] = [
  ...['en', 'es'].map((language) => ({
    title: `pages: checkout in ${language}, before a wallet is chosen`,
    entries: ['checkout.js', `words-checkout-${language}.js`],
    parts: ['eager' as const],
    bytes: 35_000,
  })),
  {
    title: 'pages: dashboard, all of it',
    entries: ['dashboard.js'],
    parts: ['eager', 'lazy'],
    bytes: 120_000,
  },
];

/** How much longer `@autopay/sdk` may take to import than a module of nothing. */
const IMPORT_LIMIT_MS = 10;

let exceeded = 0;
for (const { title, app, part, bytes } of LIMITS) {
  const measured = (await sizeOf(app))[part];
  report(title, measured, bytes, 'bytes');
}
for (const { title, entries, parts, bytes } of PAGE_LIMITS) {
  const sizes = entries.map(pageSize);
  report(
    title,
    sizes.flatMap((size) => parts.map((part) => size[part])).reduce((sum, each) => sum + each, 0),
    bytes,
    'bytes',
  );
}
report('sdk: import', await importCost(), IMPORT_LIMIT_MS, 'ms');
if (exceeded > 0) process.exitCode = 1;

async function importCost(): Promise<number> {
  try {
    const [own, nothing] = (await importTimes(['@autopay/sdk', 'data:text/javascript,'])) as [number, number];
    return Number((own - nothing).toFixed(1));
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return Infinity;
  }
}

/** Code that does not bundle exceeds every limit. */
async function sizeOf(app: string): Promise<BundleSize> {
  try {
    return await bundleSize(app);
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return { eager: Infinity, lazy: Infinity };
  }
}

function report(title: string, measured: number, limit: number, unit: string): void {
  const fits = measured <= limit;
  if (!fits) exceeded += 1;
  const [value, most] = [measured, limit].map((each) => each.toLocaleString('en').padStart(7));
  console.log(`${fits ? 'fits    ' : 'EXCEEDS '} ${title.padEnd(48)} ${value} of ${most} ${unit}`);
}
