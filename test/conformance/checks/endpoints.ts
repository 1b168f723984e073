import assert from 'node:assert/strict';
import { rpcAt } from '../../localnet/support.ts';
import { eventually } from '../../support/eventually.ts';
import { type Exchange, refused } from '../client.ts';
import type { Shop, World } from '../world.ts';
import { broadcast } from '../wallet.ts';
import type { Check, Checks } from './check.ts';
import { waited } from './waiting.ts';

/** Returns an exchange that must have this status, after checking its body with `look`. */
function expect(
  exchange: Exchange,
  status: number,
  look: (body: Exchange['body']) => void = () => {},
): Exchange {
  assert.equal(exchange.status, status, JSON.stringify(exchange.body));
  look(exchange.body);
  return exchange;
}

const isList = (body: Exchange['body']) => {
  assert.equal(body.object, 'list');
  assert.ok(Array.isArray(body.data));
};
const listsOf = (id: string) => (body: Exchange['body']) => {
  isList(body);
  const ids = body.data.map((item: { id: string }) => item.id);
  assert.ok(ids.includes(id), `${id} is not in the list.`);
};
const MISSING = 'man_1111111111111111111111';
const MISSING_PRODUCT = 'prd_1111111111111111111111';
const offer = (shop: Shop) => ({
  payee: shop.payee.address,
  mint: shop.mint,
  amountPerPeriod: '9000000',
  periodSeconds: 2_592_000,
});
const product = (world: World) =>
  world.once('product', async () => {
    const shop = await world.shop();
    const body = {
      ...offer(shop),
      name: 'The brewing guide',
      contentTitle: 'One',
      contentBody: 'Grind fresh.',
    };
    return shop.ok('POST', '/v1/products', { body });
  });

export const MERCHANTS: Checks = {
  'POST /v1/merchants': async (world) => {
    const { created } = await world.shop();
    const nameless = await world.embedded.call('POST', '/v1/merchants', { body: {} });
    refused(nameless, 400, 'parameter_missing', 'name');
    return expect(created, 201, ({ object, name, keys }) => {
      assert.deepEqual([object, name], ['merchant', 'Coffee Club']);
      assert.match(keys.test, /^sk_test_/);
      assert.match(keys.live, /^sk_live_/);
    });
  },
};

export const MANDATES: Checks = {
  'POST /v1/mandates': async (world) => {
    const shop = await world.shop();
    const simulated = await world.open(shop, { autoAuthorize: true });
    assert.equal(simulated.created.body.status, 'active');
    const { created, id, payer } = await world.open(shop, { maxPeriods: null, trialSeconds: 60 });
    const terms = {
      payer: payer.address,
      payee: shop.payee.address,
      mint: shop.mint,
      amountPerPeriod: '1000000',
      periodSeconds: 86_400,
    };
    for (const field of Object.keys(terms)) {
      const without = await shop.call('POST', '/v1/mandates', { body: { ...terms, [field]: undefined } });
      refused(without, 400, 'parameter_missing', field);
    }
    const live = { key: shop.liveKey, body: { ...terms, autoAuthorize: true } };
    refused(await shop.call('POST', '/v1/mandates', live), 400, 'test_mode_only', 'autoAuthorize');
    assert.deepEqual({ ...created.body, ...terms, trialSeconds: 60 }, created.body);
    // Its plan is on chain, in words.
    const planned = await eventually(async () => {
      const now = await world.mandate(shop, id);
      return now.body.planSignature !== null && now;
    });
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const { result } = await rpcAt(shop.at.localnetUrl!, 'getTransaction', [
      planned.body.planSignature,
      config,
    ]);
    assert.ok(JSON.stringify(result.meta.logMessages).includes(id), 'The plan does not name its mandate.');
    return expect(created, 201, ({ status, client_secret, maxPeriods }) => {
      assert.deepEqual([status, typeof client_secret, maxPeriods], ['pending', 'string', null]);
    });
  },
  'GET /v1/mandates/{id}': async (world) => {
    const { shop, ended, id } = await world.completed();
    const other = await world.openShop();
    const foreign = refused(await other.call('GET', `/v1/mandates/${id}`), 404, 'resource_missing');
    const missing = refused(await other.call('GET', `/v1/mandates/${MISSING}`), 404, 'resource_missing');
    assert.deepEqual(foreign.body, missing.body);
    assert.equal(shop.id, ended.body.merchantId);
    return expect(ended, 200);
  },
  'GET /v1/mandates/{id}/charges': async (world) => {
    const { first, id } = await world.completed();
    return expect(first, 200, (body) => {
      isList(body);
      const found = body.data.map((charge: { object: string; mandateId: string }) => charge.mandateId);
      assert.deepEqual(found, [id, id]);
    });
  },
  'GET /v1/mandates/{id}/refunds': async (world) => {
    const { shop, id } = await world.completed();
    const charge = (await world.charges(shop, id)).body.data.at(-1);
    const made = await shop.ok('POST', `/v1/charges/${charge.id}/refund`, { body: { amount: '1' } });
    return expect(await shop.call('GET', `/v1/mandates/${id}/refunds`), 200, listsOf(made.body.id));
  },
  'POST /v1/mandates/{id}/revoke': async (world) => {
    const { revoked, after } = await world.revoked();
    // What is due after that is not pulled.
    assert.deepEqual(
      after.body.data.map(({ status }: { status: string }) => status),
      ['skipped', 'succeeded'],
    );
    return expect(revoked, 200, ({ object, status }) =>
      assert.deepEqual([object, status], ['mandate', 'revoked']),
    );
  },
  'POST /v1/charges/{id}/refund': async (world) => {
    const { shop, id } = await world.trial();
    const { data } = (await world.charges(shop, id)).body;
    const paid = data.find(({ status }: { status: string }) => status === 'succeeded');
    const part = { body: { amount: '300000', reason: 'late' } };
    expect(await shop.call('POST', `/v1/charges/${paid.id}/refund`, part), 201, (refund) =>
      assert.deepEqual([refund.amount, refund.reason, refund.chargeId], ['300000', 'late', paid.id]),
    );
    // Without a body, all that is left of it.
    return expect(await shop.call('POST', `/v1/charges/${paid.id}/refund`), 201, ({ amount }) =>
      assert.equal(amount, '700000'),
    );
  },
};

export const CHECKOUT: Checks = {
  'GET /v1/checkout/mandates/{id}': async (world) => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const wrong = { ...opened, secret: '?client_secret=cs_wrong' };
    refused(await world.checkout(shop, wrong, ''), 401, 'invalid_client_secret', 'client_secret');
    return expect(await world.checkout(shop, opened, ''), 200, (view) => {
      assert.equal(view.id, opened.id);
      assert.equal(view.merchantId, undefined);
    });
  },
  'POST /v1/checkout/mandates/{id}/instruction': async (world) => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const issued = expect(await world.checkout(shop, opened, 'instruction'), 200);
    // A transaction of the payer's own with this instruction authorizes the mandate.
    const wire = await opened.payer.signInstruction(shop.at.localnetUrl!, issued.body.instruction);
    const signature = await broadcast(shop.at.localnetUrl!, wire);
    await world.checkout(shop, opened, 'refresh', { signature });
    expect(await world.checkout(shop, opened, ''), 200, ({ status }) => assert.equal(status, 'active'));
    return issued;
  },
  'POST /v1/checkout/mandates/{id}/refresh': async (world) => {
    const shop = await world.shop();
    const untouched = await world.open(shop);
    expect(await world.checkout(shop, untouched, 'refresh'), 200, ({ status }) =>
      assert.equal(status, 'pending'),
    );
    const { refreshed } = await world.completed();
    assert.match(refreshed.path, /refresh$/);
    return expect(refreshed, 200, ({ status, firstCharge }) =>
      assert.deepEqual([status, firstCharge.status], ['active', 'succeeded']),
    );
  },
};

export const WEBHOOKS_AND_EVENTS: Checks = {
  'POST /v1/webhook_endpoints': async (world) => {
    const shop = await world.shop();
    const body = { url: 'https://shop.example.com/hooks' };
    const without = await shop.call('POST', '/v1/webhook_endpoints', { body: {} });
    refused(without, 400, 'parameter_missing', 'url');
    return expect(await shop.call('POST', '/v1/webhook_endpoints', { body }), 201, ({ url, secret }) => {
      assert.equal(url, body.url);
      assert.match(secret, /^whsec_[1-9A-HJ-NP-Za-km-z]{40,}$/);
    });
  },
  'GET /v1/webhook_endpoints': async (world) => {
    const shop = await world.shop();
    const { secret } = (
      await shop.ok('POST', '/v1/webhook_endpoints', { body: { url: 'https://shop.example.com/more' } })
    ).body;
    return expect(await shop.call('GET', '/v1/webhook_endpoints'), 200, (body) => {
      isList(body);
      assert.ok(JSON.stringify(body).includes(secret.slice(-4)), 'The endpoint is not listed.');
      assert.ok(!JSON.stringify(body).includes(secret));
    });
  },
  'GET /v1/events': async (world) => {
    const { shop } = await world.completed();
    const types = ({ body }: Exchange): string[] => body.data.map(({ type }: { type: string }) => type);
    const list = await shop.call('GET', '/v1/events?limit=50');
    const inOrder = types(list).filter((type) => type !== 'charge.failed');
    // Newest first: one is created within a second of the next, so that the order of what happened says it.
    assert.deepEqual(inOrder.slice(-3), ['charge.succeeded', 'mandate.activated', 'mandate.created']);
    assert.equal(inOrder[0], 'mandate.completed');
    const newest = await shop.call('GET', '/v1/events?type=mandate.completed&limit=1');
    assert.equal(newest.body.data.length, 1);
    return expect(list, 200, isList);
  },
};

export const TOKENS: Checks = {
  'GET /v1/tokens': async (world) => {
    const { call } = await world.shop();
    return expect(await call('GET', '/v1/tokens'), 200, (body) => {
      isList(body);
      const fields = ['mint', 'symbol', 'decimals', 'class', 'isDefault', 'floor', 'accepted'];
      for (const token of body.data) for (const field of fields) assert.ok(field in token, field);
      assert.equal(body.data.filter(({ floor }: { floor: boolean }) => floor).length, 1);
    });
  },
  'POST /v1/tokens': async (world) => {
    const shop = await world.openShop();
    const { mint: unknown } = { mint: shop.payee.address };
    const post = (body: object) => shop.call('POST', '/v1/tokens', { body });
    refused(await post({ mint: unknown }), 400, 'mint_not_allowed', 'mint');
    refused(await post({}), 400, 'parameter_missing', 'mint');
    refused(await post({ mint: shop.mint, enabled: false }), 400, 'floor_token', 'enabled');
    const { data } = (await shop.ok('GET', '/v1/tokens')).body;
    const { mint } = data.find(({ floor }: { floor: boolean }) => !floor);
    expect(await post({ mint, enabled: false }), 200, ({ accepted }) => assert.equal(accepted, false));
    const list = (await shop.ok('GET', '/v1/tokens')).body.data;
    assert.equal(list.find((token: { mint: string }) => token.mint === mint).accepted, false);
    return expect(await post({ mint }), 200, ({ accepted }) => assert.equal(accepted, true));
  },
  'GET /v1/platform/tokens': async (world) => {
    const { call, mint } = await world.shop();
    // Merchants only read it.
    const body = { mint, symbol: 'MINE' };
    refused(await call('POST', '/v1/platform/tokens', { body }), 403, 'owner_required');
    for (const method of ['PATCH', 'DELETE']) {
      refused(await call(method, `/v1/platform/tokens/${mint}`), 403, 'owner_required');
    }
    return expect(await call('GET', '/v1/platform/tokens'), 200, (list) => {
      isList(list);
      const floors = list.data.filter(({ floor }: { floor: boolean }) => floor);
      assert.deepEqual(
        floors.map((token: { mint: string }) => token.mint),
        [mint],
      );
    });
  },
  'POST /v1/token_requests': async (world) => {
    const shop = await world.shop();
    const post = (body: object) => shop.call('POST', '/v1/token_requests', { body });
    refused(await post({ mint: 'not an address' }), 400, 'parameter_invalid', 'mint');
    refused(await post({ note: 'Which?' }), 400, 'parameter_missing', 'mint');
    const mint = shop.payee.address;
    return expect(await post({ mint, note: 'Our customers hold it.' }), 201, (body) => {
      assert.deepEqual([body.status, body.mint], ['pending', mint]);
      assert.match(body.id, /./);
    });
  },
};

export const PAYMENT_LINKS: Checks = {
  'POST /v1/payment_links': async (world) => {
    const shop = await world.shop();
    const post = (body: object) => shop.call('POST', '/v1/payment_links', { body });
    const refusal = await post({ ...offer(shop), mint: shop.payee.address });
    refused(refusal, 400, 'mint_not_allowed', 'mint');
    for (const field of Object.keys(offer(shop))) {
      refused(await post({ ...offer(shop), [field]: undefined }), 400, 'parameter_missing', field);
    }
    const made = expect(await post({ ...offer(shop), trialSeconds: 60 }), 201, (body) => {
      assert.deepEqual([body.name, body.active, body.trialSeconds], ['Subscription', true, 60]);
      assert.ok(body.url.startsWith('/'));
    });
    // It starts a mandate, again and again.
    for (const payer of [await world.wallet(shop), await world.wallet(shop)]) {
      const path = `/v1/checkout/payment_links/${made.body.id}/mandates`;
      const started = await world.embedded.ok('POST', path, { body: { payer: payer.address } });
      assert.deepEqual([started.body.status, started.body.payer], ['pending', payer.address]);
    }
    return made;
  },
  'GET /v1/payment_links': async (world) => {
    const shop = await world.shop();
    const { id } = (await shop.ok('POST', '/v1/payment_links', { body: offer(shop) })).body;
    return expect(await shop.call('GET', '/v1/payment_links'), 200, listsOf(id));
  },
};

export const PRODUCTS: Checks = {
  'POST /v1/products': async (world) => {
    const shop = await world.shop();
    const { payee: _, ...terms } = offer(shop);
    const without = await shop.call('POST', '/v1/products', { body: { ...terms, name: 'Guide' } });
    refused(without, 400, 'no_payout_wallet', 'payee');
    // Without a payee, the payout wallet is paid.
    const person = await world.signUp();
    await world.provePayout(shop.at, person, shop.payee);
    const key = person.signedUp.body.keys.test;
    const body = { ...terms, name: 'Guide' };
    expect(await shop.at.call('POST', '/v1/products', { key, body }), 201, ({ payee }) =>
      assert.equal(payee, shop.payee.address),
    );
    return expect(await product(world), 201, ({ name, contentTitle }) =>
      assert.deepEqual([name, contentTitle], ['The brewing guide', 'One']),
    );
  },
  'GET /v1/products': async (world) => {
    const { id } = (await product(world)).body;
    return expect(await (await world.shop()).call('GET', '/v1/products'), 200, listsOf(id));
  },
  'GET /v1/products/{id}': async (world) => {
    const path = `/v1/products/${(await product(world)).body.id}`;
    refused(await (await world.openShop()).call('GET', path), 404, 'resource_missing');
    return expect(await (await world.shop()).call('GET', path), 200, ({ id, mint }) => {
      assert.ok(path.endsWith(id));
      assert.match(mint, /./);
    });
  },
  'PATCH /v1/products/{id}': async (world) => {
    const shop = await world.shop();
    const made = await shop.ok('POST', '/v1/products', {
      body: { ...offer(shop), name: 'The brewing guide' },
    });
    const path = `/v1/products/${made.body.id}`;
    const body = {
      name: 'The grinding guide',
      contentTitle: 'Two',
      contentBody: 'Grind fresh, weigh everything.',
      active: false,
    };
    refused(await (await world.openShop()).call('PATCH', path, { body }), 404, 'resource_missing');
    refused(await shop.call('PATCH', `/v1/products/${MISSING_PRODUCT}`, { body }), 404, 'resource_missing');
    const changed = expect(await shop.call('PATCH', path, { body }), 200, (product) =>
      assert.deepEqual({ ...product, ...body }, product),
    );
    assert.deepEqual((await shop.ok('GET', path)).body, changed.body);
    return changed;
  },
};

export const CUSTOMERS_AND_METRICS: Checks = {
  'GET /v1/customers': async (world) => {
    const { shop, payer } = await world.completed();
    return expect(await shop.call('GET', '/v1/customers'), 200, ({ data }) => {
      assert.equal(data.length, 1);
      const { subscriptions, activeSubscriptions, totalPaid } = data[0];
      assert.deepEqual(
        [data[0].payer, subscriptions, activeSubscriptions, totalPaid],
        [payer.address, 1, 0, '3000000'],
      );
      assert.ok(Number.isSafeInteger(data[0].since));
    });
  },
  'GET /v1/metrics': async (world) => {
    const { shop } = await world.completed();
    const of = (query: string) => shop.ok('GET', `/v1/metrics${query}`);
    const now = await of('');
    const { to } = now.body;
    // The window includes its end, and nothing before its start.
    const { data } = (await shop.ok('GET', '/v1/events?type=charge.succeeded')).body;
    const [last] = data.map(({ createdAt }: { createdAt: number }) => createdAt);
    assert.equal((await of(`?to=${last}`)).body.payments, 3);
    assert.equal((await of(`?to=${last - 1}`)).body.payments, 2);
    assert.equal((await of(`?from=${last}&to=${to}`)).body.payments, 1);
    const later = (await of(`?from=${to + 1}&to=${to + 86_400}`)).body;
    assert.deepEqual([later.payments, later.grossVolume], [0, '0']);
    refused(await shop.call('GET', `/v1/metrics?from=${to}&to=${to - 1}`), 400, 'parameter_invalid', 'from');
    return expect(now, 200, (metrics) => {
      assert.deepEqual([metrics.grossVolume, metrics.payments], ['3000000', 3]);
      assert.equal(BigInt(metrics.netVolume), BigInt(metrics.grossVolume) - BigInt(metrics.refunds));
      assert.deepEqual([metrics.newSubscriptions, metrics.activeSubscriptions], [1, 0]);
      assert.match(metrics.mrr, /^[0-9]+$/);
      assert.equal(metrics.previous.payments, 0);
      assert.equal(metrics.daily.length, 31);
      const daily = metrics.daily.map(({ payments }: { payments: number }) => payments);
      assert.equal(
        daily.reduce((sum: number, payments: number) => sum + payments),
        3,
      );
    });
  },
};

/** A payout wallet set by a challenge: what signs something else is refused, and so is the challenge a second time. */
export const setPayoutWallet: Check = async (world) => {
  const { headers } = await world.signUp();
  const { payee } = await world.shop();
  const { address } = payee;
  const asked = await world.embedded.ok('GET', `/v1/payout_wallet/challenge?address=${address}`, {
    headers,
  });
  const { message } = asked.body;
  const set = async (signed: string) => {
    const body = { address, message, signature: await payee.signMessage(signed) };
    return world.embedded.call('POST', '/v1/payout_wallet', { headers, body });
  };
  refused(await set(`${message} `), 400, 'wallet_verification_failed');
  const proven = expect(await set(message), 200, ({ payoutWallet }) => assert.equal(payoutWallet, address));
  // The challenge was good for once.
  refused(await set(message), 400, 'wallet_verification_failed');
  return proven;
};

export const PAYOUT_WALLET: Checks = {
  'GET /v1/payout_wallet/challenge': async (world) => {
    const { headers } = await world.person();
    const { payee, key } = await world.shop();
    const path = `/v1/payout_wallet/challenge?address=${payee.address}`;
    refused(await world.embedded.call('GET', path, { key }), 403, 'session_required');
    refused(
      await world.embedded.call('GET', '/v1/payout_wallet/challenge', { headers }),
      400,
      'parameter_missing',
      'address',
    );
    return expect(await world.embedded.call('GET', path, { headers }), 200, ({ address, message }) => {
      assert.equal(address, payee.address);
      assert.ok(message.includes(address));
    });
  },
  'POST /v1/payout_wallet': async (world) => {
    const { payout } = await waited(world);
    assert.equal(payout.inTime.status, 200);
    refused(payout.late, 400, 'wallet_verification_failed');
    return setPayoutWallet(world);
  },
  'GET /v1/payout_wallet/link_tx': async (world) => {
    const { headers } = await world.person();
    const { payee } = await world.shop();
    const path = `/v1/payout_wallet/link_tx?address=${payee.address}`;
    const { chainless } = world.deployments;
    const { headers: elsewhere } = await world.signUp(chainless);
    const unavailable = await chainless.call('GET', path, { headers: elsewhere });
    refused(unavailable, 400, 'onchain_proof_unavailable');
    return expect(await world.embedded.call('GET', path, { headers }), 200);
  },
  'POST /v1/payout_wallet/link': async (world) => {
    const { headers } = await world.signUp();
    const { address, signTransaction } = (await world.shop()).payee;
    const path = `/v1/payout_wallet/link_tx?address=${address}`;
    const { memo, transaction } = (await world.embedded.ok('GET', path, { headers })).body;
    const link = async (change: object) => {
      const body = { address, memo, signedTransaction: await signTransaction(transaction), ...change };
      return world.embedded.call('POST', '/v1/payout_wallet/link', { headers, body });
    };
    refused(await link({ memo: `${memo}x` }), 400, 'wallet_verification_failed', 'memo');
    refused(
      await link({ signedTransaction: transaction }),
      400,
      'wallet_verification_failed',
      'signedTransaction',
    );
    const { chainless } = world.deployments;
    const { headers: elsewhere } = await world.signUp(chainless);
    const body = { address, memo, signedTransaction: await signTransaction(transaction) };
    const unavailable = await chainless.call('POST', '/v1/payout_wallet/link', { headers: elsewhere, body });
    refused(unavailable, 400, 'onchain_proof_unavailable');
    return expect(await link({}), 200, ({ payoutWallet }) => assert.equal(payoutWallet, address));
  },
};

export const WALLET_BALANCE: Checks = {
  'GET /v1/wallet/balance': async (world) => {
    const { mint, payee } = await world.shop();
    const ask = (query: string) => world.embedded.call('GET', `/v1/wallet/balance?${query}`);
    refused(await ask(`mint=${mint}`), 400, 'parameter_missing', 'address');
    refused(await ask(`address=${payee.address}`), 400, 'parameter_missing', 'mint');
    const { address } = await world.wallet(await world.shop(), '123');
    const { body } = await ask(`address=${payee.address}&mint=${mint}`);
    assert.match(body.amount, /^[0-9]+$/);
    return expect(await ask(`address=${address}&mint=${mint}`), 200, (balance) =>
      assert.deepEqual([balance.address, balance.mint, balance.amount], [address, mint, '123']),
    );
  },
};
