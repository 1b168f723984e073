import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and most others put it. */
const EXECUTABLE = '/usr/bin/chromium';

/** A Chromium without a window, with a directory of its own for all that it leaves behind. */
export interface TestBrowser {
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** Launched once per test file; each test opens a context, which shares nothing with the others. */
export async function launchBrowser(): Promise<TestBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-chromium-'));
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    // Root, as in containers, may not sandbox. /dev/shm is often too small there.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
    env: { ...process.env, TMPDIR: directory, HOME: directory } as Record<string, string>,
  });
  return {
    browser,
    async stop() {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
