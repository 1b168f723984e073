import type { BrowserContextOptions } from 'playwright-core';
import { launchBrowser, type TestBrowser } from '../../browser/browser.ts';
import { TestService } from '../../support/service.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** Whoever counts tries per minute would count a file's tests as one person's. */
const NO_LIMITS = { AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '100000', AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '100000' };

/** The whole service with its pages, and a browser for those who visit them. */
export class World {
  readonly service: TestService;
  readonly #browser: TestBrowser;
  #visitors: Visitor[] = [];

  private constructor(service: TestService, browser: TestBrowser) {
    this.service = service;
    this.#browser = browser;
  }

  static async start(env: Record<string, string> = {}): Promise<World> {
    const [service, browser] = await Promise.all([
      TestService.start({ ...NO_LIMITS, ...env }),
      launchBrowser(),
    ]);
    return new World(service, browser);
  }

  /** Someone at a browser of their own. */
  async visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await openVisitor(this.#browser.browser, this.service.url, options);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Sends everybody home; returns what must not have happened to them and did. */
  async sendHome(): Promise<string[]> {
    const visitors = this.#visitors;
    this.#visitors = [];
    await Promise.all(visitors.map(({ context }) => context.close()));
    return visitors.flatMap(({ mishaps }) => mishaps);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#browser.stop(), this.service.stop()]);
  }
}
