import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { MandateWithSecret } from '@autopay/sdk';
import { rpcAt } from '../localnet/support.ts';
import type { TestService, TestWallet } from '../support/service.ts';
import { bundleScript, type Shop } from './shop.ts';
import type { Question, WalletPlan } from './test-wallet.ts';

/** What the person does when the wallet asks, one after the other; the last for ever. A function may take its time. */
export type Reply = boolean | (() => Promise<boolean> | boolean);

/** The payer at their browser. */
export interface Payer {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the wallets asked, in order, over all pages. */
  readonly asked: Question[];
  /** How the person responds to requests to sign. Default: always approves. Connections are approved. */
  replies: Reply[];
  /** Runs when a wallet's transaction is at the chain, before the wallet learns of it. */
  afterSend: (() => Promise<void>) | null;
  /** What must not happen and did: breaches of the Content-Security-Policy and uncaught errors. */
  readonly mishaps: string[];
  /** A page of the shop that shows nothing yet, or with `props` a button with these properties. */
  goto(page: Page, apiBase: string, props?: object): Promise<void>;
  /** A second wallet, or a late one, in the page that is open now. */
  register(plan: WalletPlan): Promise<void>;
  /** How often a signature was asked for. */
  signatures(): number;
}

/** A wallet of the localnet with everything that a checkout can use. */
export function planOf({ secretKey }: TestWallet, changes: Partial<WalletPlan> = {}): WalletPlan {
  return {
    name: 'Test Wallet',
    secretKey: Buffer.from(secretKey).toString('base64'),
    chains: ['solana:localnet'],
    signs: ['solana:signTransaction', 'solana:signAndSendTransaction'],
    adds: [],
    ...changes,
  };
}

let walletScript: Promise<string> | undefined;

/** A browser of its own with these wallets installed. */
export async function openPayer(
  browser: Browser,
  service: TestService,
  shop: Shop,
  wallets: WalletPlan[],
  options: BrowserContextOptions = {},
): Promise<Payer> {
  walletScript ??= bundleScript('test-wallet.ts');
  const content = await walletScript;
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  // Nothing here takes as long, and a wait for what never comes should say what it was for.
  context.setDefaultTimeout(30_000);
  const payer: Payer = {
    context,
    page: await context.newPage(),
    asked: [],
    replies: [true],
    afterSend: null,
    mishaps: [],
    async goto(page, apiBase, props) {
      const fragment = props ? `#${encodeURIComponent(JSON.stringify({ apiBase, ...props }))}` : '';
      await page.goto(`${shop.url}/?api=${encodeURIComponent(apiBase)}${fragment}`);
    },
    register: (plan) => payer.page.evaluate((plan) => window.autopayTestRegister(plan), plan),
    signatures: () => payer.asked.filter(({ kind }) => kind === 'sign').length,
  };
  await context.exposeBinding('autopayTestAsk', async (_, question: Question) => {
    payer.asked.push(question);
    if (question.kind === 'connect') return true;
    const reply = payer.replies.length > 1 ? payer.replies.shift()! : payer.replies[0]!;
    return typeof reply === 'boolean' ? reply : reply();
  });
  await context.exposeBinding('autopayTestSend', async (_, wire: string) => {
    await send(service, wire);
    await payer.afterSend?.();
  });
  await context.exposeBinding('autopayTestMishap', (_, what: string) => void payer.mishaps.push(what));
  await context.addInitScript((wallets) => {
    window.autopayTestWallets = wallets;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      window.autopayTestMishap(`${effectiveDirective} forbids ${blockedURI}`);
    });
  }, wallets);
  await context.addInitScript({ content });
  context.on('weberror', (error) => payer.mishaps.push(String(error.error())));
  return payer;
}

/** The properties of a button for `mandate`. */
export function propsOf(mandate: MandateWithSecret): { mandateId: string; clientSecret: string } {
  return { mandateId: mandate.id, clientSecret: mandate.client_secret };
}

/** As a wallet's own node does: checked first, and refused in the node's words. */
async function send(service: TestService, wire: string): Promise<void> {
  const config = { encoding: 'base64', preflightCommitment: 'confirmed' };
  const { error } = await rpcAt(service.running.localnetUrl!, 'sendTransaction', [wire, config]);
  if (error) throw new Error(error.message);
}
