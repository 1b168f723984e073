/**
 * `npm run screenshots`: walks through every screen of the pages on a service of its own, and writes each at phone and desktop width, in
 * light and dark, to .data/screenshots/. Those that the documentation shows go to docs/screenshots/ too. It needs a Chromium at
 * /usr/bin/chromium.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../../test/browser/browser.ts';
import {
  openShop,
  tourOfCheckout,
  tourOfDashboard,
  tourOfFailures,
  tourOfOthers,
  tourOfPortal,
} from '../../test/pages/support/tour.ts';
import { openVisitor } from '../../test/pages/support/visitor.ts';
import { startAutopay } from '../demo/start-autopay.ts';
import { takePictures } from './take-pictures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, '.data', 'screenshots');
/** Enough for a plot that looks like a business. */
const SALES = 12;

/** What the documentation shows: the picture, and the name that it has there. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['checkout-review.phone.light', 'checkout'],
  ['portal-list.phone.light', 'portal'],
  ['dashboard-overview.desk.light', 'dashboard'],
]);

// A directory of its own: pictures of whoever tried things here before would be nobody's business.
const dataDir = await mkdtemp(join(tmpdir(), 'autopay-screenshots-'));
await chmod(dataDir, 0o711);
Object.assign(process.env, {
  AUTOPAY_DATA_DIR: dataDir,
  AUTOPAY_PORT: '0',
  AUTOPAY_DRAIN_SECONDS: '0',
  AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '100000',
  AUTOPAY_RATE_ADDRESS_PER_MINUTE: '100000',
  AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '100000',
});
const [autopay, browser] = await Promise.all([startAutopay(), launchBrowser()]);
try {
  await rm(FOLDER, { recursive: true, force: true });
  await Promise.all(
    [FOLDER, join(ROOT, 'docs', 'screenshots')].map((each) => mkdir(each, { recursive: true })),
  );
  const stage = { url: autopay.url, visitor: () => openVisitor(browser.browser, autopay.url) };
  const shop = await openShop(autopay.url, undefined, SALES);
  let count = 0;
  // The dashboard first: what the others buy would all be of the last day.
  for (const tour of [tourOfDashboard, tourOfCheckout, tourOfFailures, tourOfPortal, tourOfOthers]) {
    for await (const { name, page } of tour(stage, shop)) {
      for (const [variant, picture] of await takePictures(page)) {
        await writeFile(join(FOLDER, `${name}.${variant}.png`), picture);
        const shown = SHOWN.get(`${name}.${variant}`);
        if (shown) await writeFile(join(ROOT, 'docs', 'screenshots', `${shown}.png`), picture);
        count += 1;
      }
    }
  }
  console.log(`.data/screenshots: ${count} pictures`);
} finally {
  await Promise.all([browser.stop(), autopay.stop()]);
  await rm(dataDir, { recursive: true, force: true });
}
