import assert from 'node:assert/strict';
import { request } from 'node:http';
import { refused } from '../client.ts';
import type { Checks } from './check.ts';
import { setPayoutWallet } from './endpoints.ts';
import { bodyOf, LIMIT_BYTES } from './errors/requests.ts';
import { RETRY_DELAYS, SIGNATURES } from './events.ts';

const DAY = 86_400;

/** The status of a chunked upload of this many bytes. */
function statusOfChunked(url: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const upload = request(`${url}/v1/merchants`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    upload.on('error', reject);
    const body = bodyOf(bytes);
    for (let at = 0; at < bytes; at += 65_536) upload.write(body.slice(at, at + 65_536));
    upload.end();
  });
}

export const LIMITS: Checks = {
  'Request body size': async (world) => {
    const post = (bytes: number) => world.embedded.call('POST', '/v1/merchants', { body: bodyOf(bytes) });
    // Read whole, and found wrong for another reason.
    refused(await post(LIMIT_BYTES), 400, 'parameter_invalid', 'name');
    const answer = refused(await post(LIMIT_BYTES + 1), 413, 'request_too_large');
    assert.equal(answer.headers.get('connection'), 'close');
    // Counted as they arrive, where nothing says beforehand how many come.
    assert.equal(await statusOfChunked(world.embedded.url, LIMIT_BYTES), 400);
    assert.equal(await statusOfChunked(world.embedded.url, LIMIT_BYTES + 1), 413);
    return answer;
  },
  'limit query parameter': async (world) => {
    const shop = await world.openShop();
    await world.open(shop);
    for (let more = 0; more < 20; more += 1) {
      await shop.ok('POST', '/v1/test/events', { body: { type: 'mandate.created' } });
    }
    assert.equal((await shop.ok('GET', '/v1/events')).body.data.length, 20);
    assert.equal((await shop.ok('GET', '/v1/events?limit=50')).body.data.length, 21);
    return refused(await shop.call('GET', '/v1/events?limit=51'), 400, 'parameter_invalid', 'limit');
  },
  'note length': async (world) => {
    const { payee, call } = await world.shop();
    const post = (length: number) =>
      call('POST', '/v1/token_requests', { body: { mint: payee.address, note: 'n'.repeat(length) } });
    assert.equal((await post(500)).status, 201);
    return refused(await post(501), 400, 'parameter_invalid', 'note');
  },
  'Payout wallet signature': async (world) => {
    const { headers } = await world.person();
    const { address } = (await world.shop()).payee;
    for (const bytes of [63, 65]) {
      const signature = Buffer.alloc(bytes).toString('base64');
      const body = { address, message: 'any', signature };
      const answer = await world.embedded.call('POST', '/v1/payout_wallet', { headers, body });
      refused(answer, 400, 'parameter_invalid', 'signature');
    }
    return setPayoutWallet(world);
  },
  'Default metrics window': async (world) => {
    const { ok } = await world.shop();
    const metrics = await ok('GET', '/v1/metrics');
    const { from, to, previous } = metrics.body;
    assert.equal(to - from, 30 * DAY);
    assert.deepEqual([previous.to, previous.to - previous.from], [from - 1, 30 * DAY]);
    return metrics;
  },
  'Webhook timestamp tolerance': SIGNATURES['rule 3']!,
  'Webhook retry delays': RETRY_DELAYS,
};
