import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { Autopay } from '@autopay/sdk';
import type { Page } from 'playwright-core';
import { signUpBody } from '../../support/person.ts';
import { heading, press } from './page-parts.ts';
import type { Visitor } from './visitor.ts';
import { withoutTestWallet } from './visitor.ts';
import { answerWallet, walletDialog } from './wallet.ts';

/** A screen, as it stands before somebody. */
export interface Screen {
  name: string;
  page: Page;
}

/** Where a tour goes, and who goes. */
export interface Stage {
  url: string;
  visitor(): Promise<Visitor>;
}

/** A shop with a year behind it, as far as a test clock goes. */
export interface Shop {
  email: string;
  password: string;
  name: string;
  api: Autopay;
  payee: string;
  mint: string;
  /** Addresses of pages: a link with a trial, a link without, one that costs more than a gift of test tokens, a product. */
  urls: { trial: string; link: string; dear: string; product: string };
  mandateId: string;
  chargeId: string;
  receiptUrl: string;
  eventId: string;
  clientSecret: string;
}

const DAY = 86_400;

/** What a merchant may call things. */
export interface Names {
  merchant: string;
  link: string;
  product: string;
  contentTitle: string;
  contentBody: string;
  key: string;
  reason: string;
}

const NAMES: Names = {
  merchant: 'Coffee Club',
  link: 'Espresso of the month',
  product: 'Brewing course',
  contentTitle: 'Chapter one: water',
  contentBody: 'Soft water, 94 °C.\nSixteen grams for a quarter of a litre.',
  key: 'Reports',
  reason: 'Beans were stale',
};

/** Opens a shop, and has it sell on some days. With fewer `sales` it is quicker. */
export async function openShop(url: string, names: Names = NAMES, sales = 1): Promise<Shop> {
  const { email, password, acknowledged } = signUpBody();
  const stranger = new Autopay(null, { baseUrl: url });
  const { keys } = await stranger.accounts.signUp({ name: names.merchant, email, password, acknowledged });
  const api = new Autopay(keys!.test, { baseUrl: url });
  const { mint } = (await api.tokens.list()).data.find((token) => token.floor)!;
  await api.businessDetails.set({
    legalName: names.merchant.slice(0, 120),
    addressLines: ['Hauptstr. 1', '10115 Berlin'],
    country: 'DE',
    taxId: 'DE123456789',
    receiptNote: names.reason,
  });
  // It asks for what never happens here, so nothing is sent to it.
  await api.webhookEndpoints.create({
    url: 'https://example.com/hooks',
    description: names.key,
    events: ['mandate.expired'],
  });
  const { address: payee } = await api.test.createWallet({});
  const terms = { name: names.link, payee, mint, amountPerPeriod: '12500000', periodSeconds: 30 * DAY };
  const trial = await api.paymentLinks.create({ ...terms, trialSeconds: 7 * DAY } as never);
  const link = await api.paymentLinks.create(terms as never);
  const dear = await api.paymentLinks.create({ ...terms, amountPerPeriod: '5000000000' } as never);
  const product = await api.products.create({
    ...terms,
    name: names.product,
    sellMode: 'both',
    amountOnce: '49000000',
    contentTitle: names.contentTitle,
    contentBody: names.contentBody,
  } as never);
  let mandateId = '';
  let clientSecret = '';
  for (let sale = 0; sale < sales; sale += 1) {
    const payer = await api.test.createWallet({});
    const amountPerPeriod = String(12_500_000 + 3_000_000 * ((sale * 5) % 4));
    const name = sale % 2 === 0 ? names.link : names.product;
    const body = {
      ...terms,
      name,
      payer: payer.address,
      amountPerPeriod,
      clientReference: `order-${sale + 1}`,
    };
    const mandate = await api.mandates.create(body as never);
    const signer = await signerFromKeyPair(Buffer.from(payer.secretKey, 'base64'));
    await authorize({ apiBase: url, mandateId: mandate.id, clientSecret: mandate.client_secret, signer });
    mandateId = mandate.id;
    clientSecret = mandate.client_secret;
    if (sale + 1 < sales) await api.test.advanceClock({ seconds: 1.5 * DAY });
  }
  const [charge] = (await api.charges.list({ mandate: mandateId, status: 'succeeded' })).data;
  const [event] = (await api.events.list({ type: 'charge.succeeded', limit: 1 })).data;
  return {
    email,
    password,
    name: names.merchant,
    api,
    payee,
    mint,
    urls: {
      trial: url + trial.url,
      link: url + link.url,
      dear: url + dear.url,
      product: url + product.url,
    },
    mandateId,
    chargeId: charge!.id,
    receiptUrl: charge!.receiptUrl!,
    eventId: event!.id,
    clientSecret,
  };
}

/** From a link and a product to what was bought. */
export async function* tourOfCheckout(stage: Stage, shop: Shop): AsyncGenerator<Screen> {
  const { page } = await stage.visitor();
  const at = (name: string): Screen => ({ name: `checkout-${name}`, page });
  await page.goto(shop.urls.link);
  await heading(page, 'Choose a wallet');
  yield at('link');
  await press(page, /^Test wallet/);
  await walletDialog(page).waitFor();
  yield at('connect');
  await answerWallet(page, 'Connect', { funded: true });
  await heading(page, 'Check what you agree to');
  yield at('review');
  await press(page, /^Approve with/);
  await walletDialog(page).waitFor();
  yield at('sign');
  await answerWallet(page, 'Reject');
  await heading(page, 'That did not work');
  yield at('declined');
  await press(page, 'Try again');
  await answerWallet(page, 'Approve');
  await heading(page, 'Paid');
  yield at('paid');
  await page.reload();
  await heading(page, 'You already have this subscription');
  yield at('already');
  await page.goto(shop.urls.trial);
  await press(page, /^Test wallet/);
  await press(page, /^Approve with/);
  await answerWallet(page, 'Approve');
  await heading(page, 'Your trial has begun');
  yield at('trial');
  await page.goto(shop.urls.product);
  await page.getByText('Already paid?').click();
  yield at('product');
  await page.getByLabel(/, once$/).check();
  await press(page, /^Test wallet/);
  await press(page, /^Pay with/);
  await answerWallet(page, 'Approve');
  await page.getByRole('article', { name: 'What you bought' }).waitFor();
  yield at('content');
}

/** What a payer meets where it does not go on. */
export async function* tourOfFailures(stage: Stage, shop: Shop): AsyncGenerator<Screen> {
  const poor = await stage.visitor();
  const { page } = poor;
  const at = (name: string): Screen => ({ name: `checkout-${name}`, page });
  await page.goto(shop.urls.dear);
  await press(page, /^Test wallet/);
  await answerWallet(page, 'Connect', { funded: true });
  await press(page, /^Approve with/);
  await answerWallet(page, 'Approve');
  await heading(page, 'That did not work');
  await page.getByText(/^Your wallet is .* short/).waitFor();
  yield at('not-enough');
  await page.goto(`${stage.url}/pay/lnk_unknown`);
  await heading(page, 'There is nothing here');
  yield at('unknown-link');
  await page.goto(`${stage.url}/checkout/${shop.mandateId}#cs_wrong`);
  await heading(page, 'This link is not valid');
  yield at('not-valid');
  const { id, client_secret } = await pendingMandate(shop);
  await shop.api.mandates.revoke(id);
  await page.goto(`${stage.url}/checkout/${id}#${client_secret}`);
  await heading(page, 'This was cancelled');
  yield at('cancelled');
  await page.route('**/v1/**', (route) => route.abort());
  await page.reload();
  await heading(page, 'The payment service is not responding');
  yield at('away');
  await page.unroute('**/v1/**');
  await withoutTestWallet(poor);
  await page.goto(shop.urls.link);
  await heading(page, 'No wallet was found in this browser');
  yield at('no-wallet');
}

async function pendingMandate({ api, payee, mint }: Shop) {
  const { address: payer } = await api.test.createWallet({});
  const terms = { amountPerPeriod: '1000000', periodSeconds: 30 * DAY, maxPeriods: 12 };
  return api.mandates.create({ payer, payee, mint, ...terms } as never);
}

/** A payer looks at what runs, and stops it. */
export async function* tourOfPortal(stage: Stage, shop: Shop): AsyncGenerator<Screen> {
  const { page } = await stage.visitor();
  const at = (name: string): Screen => ({ name: `portal-${name}`, page });
  await page.goto(`${stage.url}/wallet`);
  await page.getByRole('button', { name: /^Sign in with Test wallet/ }).waitFor();
  yield at('sign-in');
  await press(page, /^Sign in with Test wallet/);
  await answerWallet(page, 'Connect', { funded: true });
  await walletDialog(page).getByRole('heading', { name: 'Sign this text?' }).waitFor();
  yield at('sign-text');
  await answerWallet(page, 'Approve');
  await heading(page, /^Nothing may be collected from this wallet/);
  yield at('empty');
  await page.goto(shop.urls.link);
  await press(page, /^Test wallet/);
  await press(page, /^Approve with/);
  await answerWallet(page, 'Approve');
  await heading(page, 'Paid');
  await page.goto(`${stage.url}/wallet`);
  await heading(page, 'Running');
  yield at('list');
  await page.locator('a.mandate').click();
  const cancel = page.getByRole('link', { name: /^Cancel/ });
  await cancel.waitFor();
  yield at('mandate');
  const topUp = page.getByRole('link', { name: /Renew/ }).first();
  await topUp.click();
  await heading(page, 'Renew the approval');
  yield at('top-up');
  await page.goBack();
  await cancel.click();
  await heading(page, /^Cancel/);
  yield at('cancel');
  await press(page, 'Cancel now');
  await heading(page, 'Cancelled');
  await press(page, /^Take it back with/);
  await answerWallet(page, 'Reject');
  yield at('cancelled');
}

/** Pages that stand by themselves: what strays, reads or checks, and the receipt. */
export async function* tourOfOthers(stage: Stage, shop: Shop): AsyncGenerator<Screen> {
  const { page } = await stage.visitor();
  const others: [path: string, name: string][] = [
    ['/', 'home'],
    ['/pay', 'stray-pay'],
    ['/wallet/x', 'stray-wallet'],
    [shop.receiptUrl, 'receipt'],
    [`${shop.receiptUrl}?lang=es`, 'receipt-spanish'],
    ['/proof', 'proof'],
    ['/docs', 'docs'],
    ['/unsubscribe/unknown', 'unsubscribe-unknown'],
  ];
  for (const [path, name] of others) {
    await page.goto(new URL(path, stage.url).href);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    yield { name: `other-${name}`, page };
  }
}

/** A merchant walks through every view. */
export async function* tourOfDashboard(stage: Stage, shop: Shop): AsyncGenerator<Screen> {
  const { page } = await stage.visitor();
  const at = (name: string): Screen => ({ name: `dashboard-${name}`, page });
  await page.goto(`${stage.url}/dashboard/sign-up`);
  await heading(page, 'Sign up');
  yield at('sign-up');
  await page.goto(`${stage.url}/dashboard`);
  await page.getByLabel('E-mail').fill(shop.email);
  await page.getByLabel('Password').fill('wrong');
  await press(page, 'Sign in');
  await page.getByRole('alert').waitFor();
  yield at('sign-in');
  await page.getByLabel('Password').fill(shop.password);
  await press(page, 'Sign in');
  await page.locator('.plot-drawing').waitFor();
  yield at('overview');
  for (const [path, name] of VIEWS(shop)) {
    await page.goto(`${stage.url}/dashboard${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Several parts of a view may be reading.
    await page.waitForFunction(() => document.querySelector('main .working') === null);
    yield at(name);
  }
  await page.goto(`${stage.url}/dashboard/charges/${shop.chargeId}`);
  await press(page, 'Refund');
  await heading(page, 'Refund this payment');
  yield at('refund');
  await page.getByLabel('Reason').fill('Beans were stale');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await heading(page, 'Sign the refund');
  yield at('sign-refund');
  const [refund] = (await shop.api.refunds.list()).data;
  await page.goto(`${stage.url}/dashboard/refunds/${refund!.id}`);
  await heading(page, /^Refund of/);
  yield at('refund-pending');
  await page.goto(`${stage.url}/dashboard/payment-links`);
  await press(page, 'Make a link');
  await heading(page, 'Make a payment link');
  yield at('make-link');
  await page.goto(`${stage.url}/dashboard/api-keys`);
  await press(page, 'Make a key');
  await heading(page, 'Make a key');
  yield at('make-key');
  await page.goto(`${stage.url}/dashboard/mandates?status=expired`);
  await heading(page, 'No subscription matches');
  yield at('empty');
}

function VIEWS({ mandateId, chargeId, eventId, urls }: Shop): [path: string, name: string][] {
  const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
  return [
    ['/mandates', 'mandates'],
    [`/mandates/${mandateId}`, 'mandate'],
    ['/charges', 'charges'],
    ['/refunds', 'refunds'],
    ['/search?query=espresso', 'search'],
    [`/charges/${chargeId}`, 'charge'],
    ['/customers', 'customers'],
    ['/statements', 'statements'],
    ['/forecast', 'forecast'],
    ['/products', 'products'],
    [`/products/${idOf(urls.product)}`, 'product'],
    ['/payment-links', 'payment-links'],
    [`/payment-links/${idOf(urls.link)}`, 'payment-link'],
    ['/tokens', 'tokens'],
    ['/webhooks', 'webhooks'],
    ['/events', 'events'],
    [`/events/${eventId}`, 'event'],
    ['/test-tools', 'test-tools'],
    ['/api-keys', 'api-keys'],
    ['/security', 'security'],
    ['/going-live', 'going-live'],
    ['/notices', 'notices'],
    ['/team', 'team'],
    ['/branding', 'branding'],
    ['/audit-log', 'audit-log'],
    ['/business-details', 'business-details'],
    ['/failed-payments', 'failed-payments'],
    ['/payout-wallet', 'payout-wallet'],
    ['/plans', 'plans'],
  ];
}
