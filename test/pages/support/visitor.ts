import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Long enough for a busy machine; a wait for what never comes should say what it was for. */
const PATIENCE_MS = 40_000;

/** Someone at a browser, with nothing installed but the test wallet that the pages bring on the test network. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What must not happen and did: breaches of the Content-Security-Policy, uncaught errors, browser dialogs, requests to others. */
  readonly mishaps: string[];
}

/** Opens a browser of its own on the service at `origin`, with reduced motion unless `options` say otherwise. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: origin, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const mishaps: string[] = [];
  await context.exposeBinding('visitorMishap', (_, what: string) => void mishaps.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { visitorMishap } = window as unknown as { visitorMishap: (what: string) => void };
      visitorMishap(`${effectiveDirective} forbids ${blockedURI}`);
    });
  });
  context.on('weberror', (error) => mishaps.push(String(error.error())));
  context.on('dialog', (dialog) => {
    mishaps.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) mishaps.push(`a request to ${url}`);
  });
  return { context, page: await context.newPage(), mishaps };
}

/** Takes the test wallet away, as everywhere but on the embedded test network. */
export async function withoutTestWallet({ context }: Visitor): Promise<void> {
  await context.route('**/assets/test-wallet-*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
}
