import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { broadcast, walletOf } from '../wallet.ts';
import { type Exchange, refused } from '../client.ts';
import type { World } from '../world.ts';
import type { Check, Checks } from './check.ts';

/** Returns an exchange that succeeded, after checking its body with `look`. */
function good(exchange: Exchange, look: (body: Exchange['body']) => unknown = () => true): Exchange {
  assert.ok(exchange.status < 300, JSON.stringify(exchange.body));
  assert.ok(look(exchange.body) !== false, JSON.stringify(exchange.body));
  return exchange;
}

/** The charge of a mandate that was paid, newest first. */
async function paidCharge(world: World) {
  const { shop, id } = await world.completed();
  const [charge] = (await world.charges(shop, id)).body.data;
  return { shop, charge };
}

const pendingRefund = (world: World) =>
  world.once('pending refund', async () => {
    const { shop, charge } = await paidCharge(world);
    const refund = await shop.ok('POST', `/v1/charges/${charge.id}/refund`, { body: { amount: '1000' } });
    return { shop, refund: refund.body };
  });

const link = (world: World) =>
  world.once('link', async () => {
    const shop = await world.shop();
    const terms = {
      amountPerPeriod: '900000',
      periodSeconds: 86_400,
      sellMode: 'both',
      amountOnce: '5000000',
    };
    const body = { payee: shop.payee.address, mint: shop.mint, ...terms };
    return { shop, made: (await shop.ok('POST', '/v1/payment_links', { body })).body };
  });

/** What the code of a page says that chose this secret. */
const codeOf = (secret: string) => `client_secret_hash=${createHash('sha256').update(secret).digest('hex')}`;

/** A link whose code a wallet has scanned. */
const scanned = (world: World) =>
  world.once('scanned', async () => {
    const { shop, made } = await link(world);
    const payer = await world.wallet(shop);
    const secret = 'cs_of_the_page_that_shows_the_code';
    const path = `/v1/checkout/offers/${made.id}/solana_pay?${codeOf(secret)}`;
    const answer = await shop.at.ok('POST', path, { body: { account: payer.address } });
    return { shop, made, payer, answer, secret, path };
  });

/** A product that was bought outright, and who bought it. */
const bought = (world: World) =>
  world.once('bought', async () => {
    const shop = await world.shop();
    const terms = { amountPerPeriod: '900000', periodSeconds: 86_400, sellMode: 'once' };
    const content = { contentTitle: 'Chapter one', contentBody: 'Grind fresh.' };
    const body = { name: 'Guide', payee: shop.payee.address, mint: shop.mint, ...terms, ...content };
    const product = (await shop.ok('POST', '/v1/products', { body })).body;
    const payer = await world.wallet(shop);
    const path = `/v1/checkout/products/${product.id}/mandates`;
    const started = await shop.at.ok('POST', path, { body: { payer: payer.address } });
    const opened = {
      payer,
      created: started,
      id: started.body.id as string,
      secret: `?client_secret=${started.body.client_secret}`,
    };
    good(await world.authorize(shop, opened), ({ status }) => status === 'completed');
    return { shop, product, started, ...opened };
  });

/** A payer who is signed in, with an active mandate of the shared merchant. */
const subscriber = (world: World) =>
  world.once('subscriber', async () => {
    const shop = await world.shop();
    const mandate = await world.activate(shop, { maxPeriods: null });
    const { challenge, session, token } = await world.signIn(world.embedded, mandate.payer);
    const path = `/v1/wallet/mandates/${mandate.id}`;
    const ok = (method: string, rest: string, body?: unknown) =>
      world.embedded.ok(method, path + rest, { key: token, body });
    return { shop, mandate, challenge, session, token, ok };
  });

/** A call of the platform's owner. */
const owner =
  (method: string, path: (world: World) => string | Promise<string>, body?: unknown): Check =>
  async (world) =>
    good(await world.embedded.ok(method, await path(world), { key: world.ownerKey, body }));

/** A mint that the registry does not know: made by a test helper, and taken off it. */
async function unlistedMint(world: World): Promise<string> {
  const shop = await world.shop();
  const { mint } = (await shop.ok('POST', '/v1/test/tokens', { body: { decimals: 9 } })).body;
  await world.embedded.ok('DELETE', `/v1/platform/tokens/${mint}`, { key: world.ownerKey });
  return mint;
}

async function tokenRequest(world: World): Promise<string> {
  const shop = await world.shop();
  return (await shop.ok('POST', '/v1/token_requests', { body: { mint: await unlistedMint(world) } })).body.id;
}

/** What the specification implies and the contract says, by method and path. */
export const IMPLIED: Checks = {
  'POST /v1/signup': async (world) => {
    const { signedUp } = await world.person();
    assert.match(signedUp.headers.get('set-cookie')!, /HttpOnly; SameSite=Strict/);
    return good(signedUp, ({ keys }) => keys.live.startsWith('sk_live_'));
  },
  'POST /v1/sessions': async (world) => {
    const { email, password } = await world.person();
    const session = await world.embedded.ok('POST', '/v1/sessions', { body: { email, password } });
    return good(session, ({ object }) => object === 'session');
  },
  'GET /v1/sessions/current': async (world) => {
    const { headers, email } = await world.person();
    const session = await world.embedded.ok('GET', '/v1/sessions/current', { headers });
    return good(session, ({ merchant }) => merchant.email === email);
  },
  'DELETE /v1/sessions/current': async (world) => {
    const { headers } = await world.signUp();
    const ended = await world.embedded.ok('DELETE', '/v1/sessions/current', { headers });
    assert.equal((await world.embedded.call('GET', '/v1/sessions/current', { headers })).status, 401);
    return ended;
  },
  'GET /v1/business_details': async (world) => {
    const shop = await world.shop();
    return good(await shop.ok('GET', '/v1/business_details'), ({ country }) => country === null);
  },
  'PUT /v1/business_details': async (world) => {
    const shop = await world.shop();
    const body = { country: 'DE' };
    const set = good(
      await shop.ok('PUT', '/v1/business_details', { body }),
      ({ country, taxId }) => country === 'DE' && taxId === null,
    );
    await shop.ok('PUT', '/v1/business_details', { body: {} });
    return set;
  },
  'GET /v1/forecast': async (world) => {
    const shop = await world.shop();
    await world.activate(shop, { maxPeriods: null });
    const forecast = await shop.ok('GET', '/v1/forecast?days=7');
    return good(forecast, ({ tokens }) => tokens.length > 0 && tokens[0].daily.length >= 7);
  },
  'GET /v1/dunning': async (world) => {
    const shop = await world.openShop();
    return good(
      await shop.ok('GET', '/v1/dunning'),
      ({ retries, afterLast }) => retries === 'standard' && afterLast === 'end',
    );
  },
  'PUT /v1/dunning': async (world) => {
    const shop = await world.openShop();
    const set = await shop.ok('PUT', '/v1/dunning', { body: { retries: 'long' } });
    assert.deepEqual((await shop.ok('GET', '/v1/dunning')).body, set.body);
    return good(set, ({ retrySeconds }) => retrySeconds.length === 8);
  },
  'GET /v1/merchant': async (world) => {
    const shop = await world.shop();
    return good(await shop.ok('GET', '/v1/merchant'), ({ id }) => id === shop.id);
  },
  'GET /v1/branding': async (world) => {
    const shop = await world.shop();
    return good(
      await shop.ok('GET', '/v1/branding'),
      ({ accents, logoUrl }) => accents === null && logoUrl === null,
    );
  },
  'PUT /v1/branding': async (world) => {
    const shop = await world.openShop();
    const body = { accentColor: '#FFE000', supportEmail: 'help@shop.example' };
    const set = await shop.ok('PUT', '/v1/branding', { body });
    assert.deepEqual((await shop.ok('GET', '/v1/branding')).body, set.body);
    await shop.ok('PUT', '/v1/branding', { body: {} });
    return good(set, ({ accentColor, accents }) => accentColor === '#ffe000' && accents.light.corrected);
  },
  'GET /v1/api_keys': async (world) => {
    const { headers } = await world.person();
    return good(await world.embedded.ok('GET', '/v1/api_keys', { headers }), ({ data }) => data.length >= 2);
  },
  'GET /v1/search': async (world) => {
    const { shop, charge } = await paidCharge(world);
    const found = await shop.ok('GET', `/v1/search?query=${charge.txSignature.slice(0, 20)}`);
    return good(found, ({ data }) => data.some(({ id }: { id: string }) => id === charge.id));
  },
  'GET /v1/live_checklist': async (world) => {
    const { headers } = await world.person();
    const list = await world.embedded.ok('GET', '/v1/live_checklist', { headers });
    return good(list, ({ ready, items }) => !ready && items.length > 0);
  },
  'POST /v1/api_keys': async (world) => {
    const { headers } = await world.person();
    const body = { name: 'Reporting', mode: 'live', scope: 'read' };
    const made = await world.embedded.ok('POST', '/v1/api_keys', { headers, body });
    return good(made, ({ key }) => key.startsWith('rk_live_'));
  },
  'DELETE /v1/api_keys/{id}': async (world) => {
    const { headers } = await world.person();
    const body = { name: 'Leaked', mode: 'test' };
    const { id, key } = (await world.embedded.ok('POST', '/v1/api_keys', { headers, body })).body;
    assert.equal((await world.embedded.call('GET', '/v1/merchant', { key })).status, 200);
    const revoked = await world.embedded.ok('DELETE', `/v1/api_keys/${id}`, { headers });
    assert.equal((await world.embedded.call('GET', '/v1/merchant', { key })).code, 'unauthenticated');
    return revoked;
  },
  'GET /v1/mandates': async (world) => {
    const { shop, id, payer } = await world.completed();
    const found = await shop.ok('GET', `/v1/mandates?status=completed&payer=${payer.address}`);
    return good(found, ({ data }) => data.length === 1 && data[0].id === id);
  },
  'GET /v1/charges': async (world) => {
    const { shop, id } = await world.completed();
    const found = await shop.ok('GET', `/v1/charges?status=succeeded&mandate=${id}`);
    return good(found, ({ data }) => data.length === 3);
  },
  'GET /v1/charges/{id}': async (world) => {
    const { shop, charge } = await paidCharge(world);
    return good(await shop.ok('GET', `/v1/charges/${charge.id}`), ({ id }) => id === charge.id);
  },
  'GET /v1/charges/{id}/attempts': async (world) => {
    const { shop, charge } = await paidCharge(world);
    const attempts = await shop.ok('GET', `/v1/charges/${charge.id}/attempts`);
    return good(
      attempts,
      ({ data }) => data[0].status === 'landed' && data[0].txSignature === charge.txSignature,
    );
  },
  'GET /v1/charges/{id}/receipt': async (world) => {
    const { shop, charge } = await paidCharge(world);
    const receipt = await shop.ok('GET', `/v1/charges/${charge.id}/receipt`);
    return good(
      receipt,
      ({ amount, txSignature }) => amount === '1000000' && txSignature === charge.txSignature,
    );
  },
  'GET /v1/charges/{id}/proof': async (world) => {
    const { shop, charge } = await paidCharge(world);
    const proof = await shop.ok('GET', `/v1/charges/${charge.id}/proof`);
    return good(
      proof,
      ({ chargeId, settlement }) => chargeId === charge.id && settlement.signature === charge.txSignature,
    );
  },
  'GET /v1/metrics/retention': async (world) => {
    const { shop } = await world.completed();
    return good(await shop.ok('GET', '/v1/metrics/retention?months=1'), ({ months, cohorts }) => {
      assert.deepEqual([months[0].started, months[0].churned, months[0].completed], [1, 0, 1]);
      assert.deepEqual(cohorts[0].active, [0]);
    });
  },
  'GET /v1/statements': async (world) => {
    const { shop } = await world.completed();
    const month = new Date().toISOString().slice(0, 7);
    const statement = await shop.ok('GET', `/v1/statements?month=${month}&mint=${shop.mint}`);
    return good(statement, ({ opening, closing }) => opening.gross <= closing.gross);
  },
  'GET /v1/refunds': async (world) => {
    const { shop, refund } = await pendingRefund(world);
    return good(await shop.ok('GET', '/v1/refunds'), ({ data }) => data[0].id === refund.id);
  },
  'GET /v1/refunds/{id}': async (world) => {
    const { shop, refund } = await pendingRefund(world);
    return good(await shop.ok('GET', `/v1/refunds/${refund.id}`), ({ id }) => id === refund.id);
  },
  'POST /v1/refunds/{id}/transaction': async (world) => {
    const { shop, refund } = await pendingRefund(world);
    return good(
      await shop.ok('POST', `/v1/refunds/${refund.id}/transaction`),
      ({ id, transaction }) => id === refund.id && transaction.length > 0,
    );
  },
  'POST /v1/refunds/{id}/submit': async (world) => {
    const { shop, refund } = await pendingRefund(world);
    const { transaction } = (await shop.ok('POST', `/v1/refunds/${refund.id}/transaction`)).body;
    const signedTransaction = await shop.payee.signTransaction(transaction);
    const settled = await shop.ok('POST', `/v1/refunds/${refund.id}/submit`, { body: { signedTransaction } });
    return good(settled, ({ status }) => status === 'succeeded');
  },
  'POST /v1/checkout/mandates/{id}/submit': async (world) => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const { transaction } = (await world.checkout(shop, opened, 'instruction')).body;
    const signedTransaction = await opened.payer.signTransaction(transaction);
    const submitted = await world.checkout(shop, opened, 'submit', { signedTransaction });
    return good(submitted, ({ status }) => status === 'active');
  },
  'GET /v1/checkout/mandates/{id}/receipt': async (world) => {
    const { shop, ...opened } = await world.completed();
    return good(await world.checkout(shop, opened, 'receipt'), ({ amount }) => amount === '1000000');
  },
  'GET /v1/checkout/mandates/{id}/solana_pay': async (world) => {
    const shop = await world.shop();
    const { id, secret } = await world.open(shop);
    const answer = await shop.at.ok('GET', `/v1/checkout/mandates/${id}/solana_pay${secret}`);
    return good(answer, ({ label, icon }) => label === 'Coffee Club' && icon.startsWith(shop.at.url));
  },
  'POST /v1/checkout/mandates/{id}/solana_pay': async (world) => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const body = { account: opened.payer.address };
    const answer = await world.checkout(shop, opened, 'solana_pay', body);
    const wire = await opened.payer.signTransaction(good(answer).body.transaction);
    await broadcast(shop.at.localnetUrl!, wire);
    good(await world.checkout(shop, opened, 'refresh'), ({ status }) => status === 'active');
    return answer;
  },
  'GET /v1/checkout/payment_links/{id}': async (world) => {
    const { shop, made } = await link(world);
    const view = await shop.at.ok('GET', `/v1/checkout/payment_links/${made.id}`);
    return good(view, ({ merchantName, id }) => merchantName === 'Coffee Club' && id === made.id);
  },
  'POST /v1/checkout/payment_links/{id}/mandates': async (world) => {
    const { shop, made } = await link(world);
    const payer = await world.wallet(shop);
    const path = `/v1/checkout/payment_links/${made.id}/mandates`;
    const once = await shop.at.ok('POST', path, { body: { payer: payer.address, sellMode: 'once' } });
    good(once, ({ amountPerPeriod }) => amountPerPeriod === '5000000');
    const started = await shop.at.ok('POST', path, { body: { payer: payer.address } });
    return good(
      started,
      ({ sellMode, amountPerPeriod }) => sellMode === 'subscription' && amountPerPeriod === '900000',
    );
  },
  'GET /v1/checkout/offers/{id}/solana_pay': async (world) => {
    const { shop, made } = await link(world);
    const answer = await shop.at.ok('GET', `/v1/checkout/offers/${made.id}/solana_pay?${codeOf('nobody')}`);
    return good(answer, ({ label, icon }) => label === 'Coffee Club' && icon.startsWith(shop.at.url));
  },
  'POST /v1/checkout/offers/{id}/solana_pay': async (world) => (await scanned(world)).answer,
  'GET /v1/checkout/offers/{id}/started': async (world) => {
    const { shop, made, payer, answer, secret, path } = await scanned(world);
    const ask = `/v1/checkout/offers/${made.id}/started?client_secret=`;
    good(await shop.at.ok('GET', `${ask}another`), ({ mandate }) => mandate === null);
    const started = await shop.at.ok('GET', ask + secret);
    const opened = { payer, created: answer, id: started.body.mandate, secret: `?client_secret=${secret}` };
    await broadcast(shop.at.localnetUrl!, await payer.signTransaction(answer.body.transaction));
    good(await world.checkout(shop, opened, 'refresh'), ({ status }) => status === 'active');
    const again = await shop.at.call('POST', path, { body: { account: payer.address } });
    assert.deepEqual([again.status, again.body.error.code], [409, 'mandate_not_pending']);
    return started;
  },
  'GET /v1/checkout/products/{id}': async (world) => {
    const { shop, product } = await bought(world);
    const view = await shop.at.ok('GET', `/v1/checkout/products/${product.id}`);
    return good(view, (body) => !JSON.stringify(body).includes('Grind fresh.'));
  },
  'POST /v1/checkout/products/{id}/mandates': async (world) => (await bought(world)).started,
  'GET /v1/payment_links/{id}': async (world) => {
    const { shop, made } = await link(world);
    return good(await shop.ok('GET', `/v1/payment_links/${made.id}`), ({ id }) => id === made.id);
  },
  'PATCH /v1/payment_links/{id}': async (world) => {
    const shop = await world.shop();
    const terms = { amountPerPeriod: '900000', periodSeconds: 86_400 };
    const body = { payee: shop.payee.address, mint: shop.mint, ...terms };
    const { id } = (await shop.ok('POST', '/v1/payment_links', { body })).body;
    const off = await shop.ok('PATCH', `/v1/payment_links/${id}`, { body: { active: false } });
    assert.equal((await shop.at.call('GET', `/v1/checkout/payment_links/${id}`)).code, 'resource_missing');
    return good(off, ({ active }) => active === false);
  },
  'GET /v1/entitlements': async (world) => {
    const { shop, product, payer, secret } = await bought(world);
    const query = `product=${product.id}&payer=${payer.address}`;
    // All three proofs: the merchant's key, the purchase's client_secret, the payer's session.
    good(
      await shop.ok('GET', `/v1/entitlements?${query}`),
      ({ entitled, content }) => entitled && content === null,
    );
    const bySecret = await shop.at.ok('GET', `/v1/entitlements${secret}&${query}`);
    good(bySecret, ({ content }) => content.body === 'Grind fresh.');
    const { token } = await world.signIn(shop.at, payer);
    const bySession = await shop.at.ok('GET', `/v1/entitlements?${query}`, { key: token });
    return good(bySession, ({ entitled, content }) => entitled && content.title === 'Chapter one');
  },
  'GET /v1/wallet/challenge': async (world) => good((await subscriber(world)).challenge),
  'DELETE /v1/wallet/sessions/current': async (world) => {
    const shop = await world.shop();
    const { token } = await world.signIn(world.embedded, await world.wallet(shop));
    const ended = await world.embedded.ok('DELETE', '/v1/wallet/sessions/current', { key: token });
    assert.equal((await world.embedded.call('GET', '/v1/wallet/mandates', { key: token })).status, 401);
    return good(ended, ({ object, endedAt }) => object === 'wallet_session' && endedAt > 0);
  },
  'POST /v1/wallet/sessions': async (world) =>
    good((await subscriber(world)).session, ({ token }) => token.startsWith('ws_')),
  'GET /v1/wallet/mandates': async (world) => {
    const { token, mandate } = await subscriber(world);
    const mandates = await world.embedded.ok('GET', '/v1/wallet/mandates', { key: token });
    return good(mandates, ({ data }) => data.some(({ id }: { id: string }) => id === mandate.id));
  },
  'GET /v1/wallet/cures': async (world) => {
    const { token } = await subscriber(world);
    const cures = await world.embedded.ok('GET', '/v1/wallet/cures', { key: token });
    return good(cures, ({ object, cures: told }) => object === 'wallet_cures' && Array.isArray(told));
  },
  'GET /v1/wallet/mandates/{id}': async (world) =>
    good(await (await subscriber(world)).ok('GET', ''), ({ totalPaid }) => totalPaid === '1000000'),
  'GET /v1/wallet/mandates/{id}/charges': async (world) =>
    good(
      await (await subscriber(world)).ok('GET', '/charges'),
      ({ object, data }) => object === 'list' && data.at(-1).status === 'succeeded',
    ),
  'POST /v1/wallet/mandates/{id}/top_up': async (world) =>
    good(
      await (await subscriber(world)).ok('POST', '/top_up', { periods: 200 }),
      ({ transaction }) => transaction !== null,
    ),
  'POST /v1/wallet/mandates/{id}/submit': async (world) => {
    const { ok, mandate } = await subscriber(world);
    const { transaction, approveAmount } = (await ok('POST', '/top_up', { periods: 300 })).body;
    const signedTransaction = await mandate.payer.signTransaction(transaction);
    const submitted = await ok('POST', '/submit', { signedTransaction });
    return good(submitted, ({ remainingAllowance }) => remainingAllowance === approveAmount);
  },
  'POST /v1/wallet/mandates/{id}/cancel': async (world) => {
    const shop = await world.shop();
    const mandate = await world.activate(shop);
    const { token } = await world.signIn(shop.at, mandate.payer);
    const path = `/v1/wallet/mandates/${mandate.id}`;
    const cancelled = await shop.at.ok('POST', `${path}/cancel`, { key: token });
    const signedTransaction = await mandate.payer.signTransaction(cancelled.body.transaction);
    const after = await shop.at.ok('POST', `${path}/submit`, { key: token, body: { signedTransaction } });
    good(after, ({ remainingAllowance }) => remainingAllowance === '0');
    return good(cancelled, (body) => body.mandate.status === 'revoked');
  },
  'GET /v1/events/{id}': async (world) => {
    const { shop, id } = await world.completed();
    const [event] = (await world.event(shop, 'mandate.completed', id)).body.data;
    return good(await shop.ok('GET', `/v1/events/${event.id}`), ({ type }) => type === 'mandate.completed');
  },
  'GET /v1/webhook_deliveries': async (world) => {
    const { shop, detail } = await redelivered(world);
    const deliveries = await shop.ok('GET', '/v1/webhook_deliveries');
    return good(deliveries, ({ data }) => data.some(({ id }: { id: string }) => id === detail.body.id));
  },
  'GET /v1/webhook_deliveries/{id}': async (world) => (await redelivered(world)).detail,
  'POST /v1/webhook_deliveries/{id}/redeliver': async (world) => (await redelivered(world)).again,
  'POST /v1/platform/tokens': async (world) => {
    const body = { mint: await unlistedMint(world), symbol: 'NEW', class: 'other' };
    const made = await world.embedded.ok('POST', '/v1/platform/tokens', { key: world.ownerKey, body });
    return good(made, ({ decimals, symbol }) => decimals === 9 && symbol === 'NEW');
  },
  'PATCH /v1/platform/tokens/{mint}': async (world) => {
    const shop = await world.shop();
    const { mint } = (await shop.ok('POST', '/v1/test/tokens', {})).body;
    const changed = await owner('PATCH', () => `/v1/platform/tokens/${mint}`, { symbol: 'EURX' })(world);
    return good(changed, ({ symbol }) => symbol === 'EURX');
  },
  'DELETE /v1/platform/tokens/{mint}': async (world) => {
    const shop = await world.shop();
    const { mint } = (await shop.ok('POST', '/v1/test/tokens', {})).body;
    const removed = await owner('DELETE', () => `/v1/platform/tokens/${mint}`)(world);
    const { data } = (await shop.ok('GET', '/v1/platform/tokens')).body;
    assert.ok(!data.some((token: { mint: string }) => token.mint === mint), 'It is still on the registry.');
    return removed;
  },
  'POST /v1/platform/merchants': async (world) => {
    const body = { name: 'Tea Club' };
    const made = await world.embedded.ok('POST', '/v1/platform/merchants', { key: world.ownerKey, body });
    const { test: key } = made.body.keys;
    const hook = { body: { url: 'https://shop.example.com/hooks' }, key };
    assert.equal((await world.embedded.call('POST', '/v1/webhook_endpoints', hook)).status, 201);
    return good(made, ({ name }) => name === 'Tea Club');
  },
  'GET /v1/platform/merchants': async (world) => {
    const shop = await world.openShop();
    const merchants = await owner('GET', () => '/v1/platform/merchants?status=approved')(world);
    return good(merchants, ({ data }) => data.some(({ id }: { id: string }) => id === shop.id));
  },
  'POST /v1/platform/merchants/{id}/approve': async (world) => {
    const settings = { AUTOPAY_SIGN_UP: 'approval', AUTOPAY_TEST_RPC_URL: 'none' };
    const at = await world.deployments.start('approving', settings);
    try {
      const { id, key, call } = await world.openShop(at);
      const write = () =>
        call('POST', '/v1/webhook_endpoints', { body: { url: 'https://shop.example.com/' } });
      refused(await write(), 403, 'insufficient_scope');
      const path = `/v1/platform/merchants/${id}/approve`;
      refused(await at.call('POST', path, { key }), 403, 'owner_required');
      const approved = await at.ok('POST', path, { key: world.ownerKey });
      assert.equal((await write()).status, 201);
      return good(approved, ({ status }) => status === 'approved');
    } finally {
      await at.stop();
    }
  },
  'GET /v1/platform/token_requests': async (world) => {
    const asked = await tokenRequest(world);
    const pending = await owner('GET', () => '/v1/platform/token_requests?status=pending')(world);
    return good(pending, ({ data }) => data.some(({ id }: { id: string }) => id === asked));
  },
  'POST /v1/platform/token_requests/{id}/approve': async (world) => {
    const path = `/v1/platform/token_requests/${await tokenRequest(world)}/approve`;
    const approved = await owner('POST', () => path, { symbol: 'ASKED' })(world);
    const { data } = (await (await world.shop()).ok('GET', '/v1/tokens')).body;
    const { mint } = approved.body;
    assert.ok(
      data.some((token: { mint: string }) => token.mint === mint),
      'It is not on the registry.',
    );
    return good(approved, ({ status }) => status === 'approved');
  },
  'POST /v1/platform/token_requests/{id}/reject': async (world) => {
    const path = `/v1/platform/token_requests/${await tokenRequest(world)}/reject`;
    return good(await owner('POST', () => path)(world), ({ status }) => status === 'rejected');
  },
  'POST /v1/test/wallets': async (world) => {
    const shop = await world.shop();
    const made = await shop.ok('POST', '/v1/test/wallets', { body: { amount: '77' } });
    const wallet = await walletOf(made.body.secretKey);
    assert.equal(await world.balance(shop, wallet), 77n);
    return good(made, ({ address }) => address === wallet.address);
  },
  'POST /v1/test/fund': async (world) => {
    const shop = await world.shop();
    const { address } = await world.wallet(shop, '1');
    const funded = await shop.ok('POST', '/v1/test/fund', { body: { address, amount: '41' } });
    return good(funded, ({ amount }) => amount === '42');
  },
  'POST /v1/checkout/test_wallet/fund': async (world) => {
    const shop = await world.shop();
    const { address } = await world.wallet(shop, '1');
    const body = { address, mint: shop.mint };
    const funded = await shop.at.ok('POST', '/v1/checkout/test_wallet/fund', { body });
    return good(funded, ({ amount }) => amount === '1000000001');
  },
  'POST /v1/test/tokens': async (world) => {
    const made = await (
      await world.shop()
    ).ok('POST', '/v1/test/tokens', { body: { program: 'token-2022' } });
    return good(made, ({ decimals }) => decimals === 6);
  },
  'POST /v1/test/events': async (world) => {
    const { shop } = await world.completed();
    const sent = await shop.ok('POST', '/v1/test/events', { body: { type: 'charge.failed' } });
    return good(sent, ({ type }) => type === 'charge.failed');
  },
  'GET /v1/test/clock': async (world) => {
    const { shop } = await world.completed();
    return good(await shop.ok('GET', '/v1/test/clock'), ({ offsetSeconds }) => offsetSeconds >= 2 * 86_400);
  },
  'POST /v1/test/clock/advance': async (world) => {
    const shop = await world.openShop();
    const advanced = await world.advance(shop, 86_400);
    const { offsetSeconds } = (await shop.ok('GET', '/v1/test/clock')).body;
    assert.equal(offsetSeconds, 86_400);
    return advanced;
  },
};

/** A delivery that arrived, and was then sent again by hand. */
const redelivered = (world: World) =>
  world.once('redelivered', async () => {
    const shop = await world.openShop();
    const receiver = await world.receiver();
    const arrived = (count: number) =>
      eventually(async () => {
        const { data } = (await shop.ok('GET', '/v1/webhook_deliveries?status=delivered')).body;
        return data[0]?.attempts === count && data[0];
      });
    await shop.ok('POST', '/v1/webhook_endpoints', { body: { url: receiver.url } });
    await world.open(shop);
    const { id } = await arrived(1);
    const again = await shop.ok('POST', `/v1/webhook_deliveries/${id}/redeliver`);
    assert.equal(again.body.status, 'pending');
    await arrived(2);
    const detail = await shop.ok('GET', `/v1/webhook_deliveries/${id}`);
    assert.equal(detail.body.history.length, 2);
    assert.equal(detail.body.body, receiver.received[0]!.body);
    assert.equal(receiver.received[1]!.id, receiver.received[0]!.id);
    return { shop, again, detail };
  });
