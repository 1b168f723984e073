import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { launchBrowser, type TestBrowser } from '../../browser/browser.ts';
import { openPayer, type Payer, planOf, propsOf } from '../../browser/payer-page.ts';
import { createMandate } from '../../support/checkout.ts';
import type { TestService } from '../../support/service.ts';
import type { GivenInPage } from './given-in-page.ts';

/** Three times what a page takes to a first charge that has settled. */
const TIMEOUT_MS = 60_000;

/** What a page came to. */
export interface PageOutcome {
  /** What went wrong: errors that nobody caught or that were printed. */
  mishaps: string[];
  /** Of the mandate that the page was given, when it ended. */
  mandateStatus: string;
}

/** A browser with a wallet in it that has a real key and approves everything, and pages that run programs. */
export class BrowserHost {
  readonly #service: TestService;
  readonly #browser: TestBrowser;
  readonly #server: Server;
  /** The server's responses, by path. */
  readonly #files = new Map<string, { type: string; text: string }>();

  private constructor(service: TestService, browser: TestBrowser, server: Server) {
    this.#service = service;
    this.#browser = browser;
    this.#server = server;
    server.on('request', (request, response) => {
      const file = this.#files.get(new URL(request.url!, 'http://page').pathname);
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.text);
    });
  }

  static async start(service: TestService): Promise<BrowserHost> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BrowserHost(service, await launchBrowser(), server);
  }

  /**
   * Runs the module at `path` in a page with this markup, until it has ended or left the page, and then presses every button that the markup
   * has.
   */
  async run(path: string, markup: string): Promise<PageOutcome> {
    const merchant = await this.#service.merchant();
    const [wallet, payee] = [await this.#service.wallet(merchant), await this.#service.wallet(merchant)];
    const mandate = await createMandate(this.#service, merchant, wallet, payee);
    const address = await this.#serve(path, markup);
    const payer = await openPayer(this.#browser.browser, this.#service, this.#shop(), [planOf(wallet)]);
    try {
      await payer.context.addInitScript(
        (values) => {
          window.givenInPage = values;
        },
        { apiBase: this.#service.url, ...propsOf(mandate) } satisfies GivenInPage,
      );
      await runPage(payer, address);
      const { body } = await this.#service.call('GET', `/v1/mandates/${mandate.id}`, {
        key: merchant.testKey,
      });
      return { mishaps: payer.mishaps, mandateStatus: body.status };
    } finally {
      await payer.context.close();
    }
  }

  async stop(): Promise<void> {
    await this.#browser.stop();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #shop() {
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return { url, stop: async () => {} };
  }

  /** The program as an app's bundler makes it, and its page. Returns the page's address. */
  async #serve(path: string, markup: string): Promise<string> {
    const contents = `try { await import(${JSON.stringify(path)}); }
      finally { document.documentElement.dataset.ended = ''; }`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: '/', loader: 'ts' },
      bundle: true,
      write: false,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      conditions: ['autopay-source'],
      outdir: '/',
      entryNames: 'program',
      logLevel: 'silent',
    });
    for (const { path: name, text } of outputFiles) this.#files.set(name, { type: 'text/javascript', text });
    this.#files.set('/', {
      type: 'text/html',
      text: `<!doctype html><html lang="en"><head><title>Coffee</title><script type="module" src="/program.js"></script></head><body>${markup}</body></html>`,
    });
    return `${this.#shop().url}/`;
  }
}

async function runPage({ page, mishaps }: Payer, address: string): Promise<void> {
  page.on('console', (message) => {
    // The browser itself reports there every response above 399, which a program may well expect.
    const ofBrowser = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !ofBrowser) mishaps.push(message.text());
  });
  // Committed is enough: a program may leave before its page has loaded.
  await page.goto(address, { waitUntil: 'commit' });
  const ended = page.waitForSelector('html[data-ended]', { state: 'attached', timeout: TIMEOUT_MS });
  const left = page.waitForURL((url) => url.href !== address, { waitUntil: 'commit', timeout: TIMEOUT_MS });
  await Promise.any([ended, left]).catch(() => mishaps.push(`It did not end within ${TIMEOUT_MS} ms.`));
  // Whichever did not come is not waited for any longer.
  for (const each of [ended, left]) each.catch(() => {});
  if (page.url() !== address) return;
  for (const button of await page.locator('body > button, body > * > button').all()) await button.click();
  // What a press does at once has been done, and its errors are told.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
