/**
 * How pages load: `npm run bench -- --pages`. It needs a Chromium at /usr/bin/chromium.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/browser/browser.ts';
import { noteLoading, PHONE_CPU, readLoading } from '../../test/pages/support/measure.ts';
import { openShop, type Shop } from '../../test/pages/support/tour.ts';
import { openVisitor } from '../../test/pages/support/visitor.ts';
import { startAutopay } from '../demo/start-autopay.ts';

/** How a page loads under one set of conditions, medians of the rounds. */
export interface PageFigures {
  name: string;
  shift: number;
  blockingMs: number;
  /** Until what the page is for is on display. */
  usableMs: number;
  /** As they came over the network. */
  kilobytes: number;
}

interface Conditions {
  viewport: { width: number; height: number };
  cpu: number;
  /** Null for the machine's own speed. */
  kilobits: number | null;
}

const DESK: Conditions = { viewport: { width: 1350, height: 940 }, cpu: 1, kilobits: null };
/** As Lighthouse has it: a processor of a fourth, and slow 4G. */
const PHONE: Conditions = { viewport: { width: 412, height: 823 }, cpu: PHONE_CPU, kilobits: 1_600 };
const SLOW: Conditions = { viewport: { width: 1350, height: 940 }, cpu: 1, kilobits: 400 };
const LATENCY_MS = 150;

/** Measures the dashboard of a merchant who is signed in, and the reference of the API, on a service of their own. */
export async function measurePages(rounds: number): Promise<PageFigures[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'autopay-bench-pages-'));
  await chmod(dataDir, 0o711);
  Object.assign(process.env, {
    AUTOPAY_DATA_DIR: dataDir,
    AUTOPAY_PORT: '0',
    AUTOPAY_RATE_ADDRESS_PER_MINUTE: '100000',
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '100000',
  });
  const [autopay, { browser, stop }] = await Promise.all([startAutopay(), launchBrowser()]);
  try {
    const shop = await openShop(autopay.url, undefined, 12);
    const figures: PageFigures[] = [];
    const measure = async (name: string, conditions: Conditions, visit: Visit) => {
      const runs: Omit<PageFigures, 'name'>[] = [];
      for (let round = 0; round < rounds; round += 1)
        runs.push(await measureOnce(browser, autopay.url, shop, conditions, visit));
      const median = (key: keyof (typeof runs)[0]) =>
        runs.map((run) => run[key]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!;
      figures.push({
        name,
        shift: median('shift'),
        blockingMs: median('blockingMs'),
        usableMs: median('usableMs'),
        kilobytes: median('kilobytes'),
      });
    };
    await measure('dashboard, desk', DESK, DASHBOARD);
    await measure('dashboard, phone (processor 4 times slower, 1.6 Mbit/s)', PHONE, DASHBOARD);
    await measure('/docs, 400 kbit/s', SLOW, DOCS);
    await measure('/docs, phone', PHONE, DOCS);
    return figures;
  } finally {
    await stop();
    await autopay.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The figures as a table in Markdown. */
export function pagesTable(figures: readonly PageFigures[]): string {
  const rows = figures.map(
    ({ name, shift, blockingMs, usableMs, kilobytes }) =>
      `| ${name} | ${shift.toFixed(3)} | ${Math.round(blockingMs)} ms | ${(usableMs / 1_000).toFixed(1)} s | ${Math.round(kilobytes)} kB |`,
  );
  return ['| | layout shift | blocked | usable after | loaded |', '|---|---:|---:|---:|---:|', ...rows].join(
    '\n',
  );
}

interface Visit {
  path: string;
  signedIn: boolean;
  /** What the page is for. */
  usable: string;
}

const DASHBOARD: Visit = {
  path: '/dashboard',
  signedIn: true,
  usable: '.plot-drawing rect',
};
/** All of it: the last part of the page. */
const DOCS: Visit = {
  path: '/docs',
  signedIn: false,
  usable: '#schemas',
};

/** One visit with an empty cache. */
async function measureOnce(
  browser: Browser,
  url: string,
  shop: Shop,
  { viewport, cpu, kilobits }: Conditions,
  { path, signedIn, usable }: Visit,
): Promise<Omit<PageFigures, 'name'>> {
  const { context, page } = await openVisitor(browser, url, { viewport });
  context.setDefaultTimeout(120_000);
  try {
    if (signedIn) await signIn(page, shop);
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.clearBrowserCache');
    if (kilobits !== null) {
      const bytesPerSecond = (kilobits * 1_000) / 8;
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LATENCY_MS,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
    }
    await network.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
    await noteLoading(page, usable);
    await page.goto(path, { waitUntil: 'networkidle', timeout: 120_000 });
    await page.waitForTimeout(2_000);
    const { shift, blockingMs, usableMs } = await readLoading(page);
    if (usableMs === null) throw new Error(`${path} never showed ${usable}.`);
    return { shift, blockingMs, usableMs, kilobytes: bytes / 1_000 };
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, { email, password }: Shop): Promise<void> {
  await page.goto('/dashboard');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}
