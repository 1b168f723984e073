import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import type { TestMerchant, TestService } from '../support/service.ts';
import { asOwner, makeMint, makeToken, startOwned } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await startOwned();
  merchant = await service.merchant();
});
afterAll(() => service.stop());

const ask = (body: object, key = merchant.testKey, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/token_requests', { key, body, headers });
const approve = (id: string, body: object = { symbol: 'NEW' }, mode?: 'live') =>
  asOwner(service, 'POST', `/token_requests/${id}/approve`, body, mode);
const reject = (id: string, mode?: 'live') =>
  asOwner(service, 'POST', `/token_requests/${id}/reject`, undefined, mode);
const list = (query = '', mode?: 'live') =>
  asOwner(service, 'GET', `/token_requests${query}`, undefined, mode);
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data.map(({ id }: { id: string }) => id);
const countRequests = async () => (await service.db`select 1 from token_requests`).length;

/** A merchant's request for a mint that nobody has registered. */
async function requested(mintOptions: object = {}): Promise<{ id: string; mint: string }> {
  const mint = await makeMint(service, mintOptions);
  return (await ask({ mint })).body;
}

async function registryEntry(mint: string) {
  const [row] =
    await service.db`select * from tokens where mint = ${mint} and not livemode and removed_at is null`;
  return row ?? null;
}

describe('asking for a token', () => {
  it('is recorded as pending, and gives nobody the token', async () => {
    const mint = await makeMint(service);
    const { status, body } = await ask({ mint, note: 'Most of our customers hold it.' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'token_request',
      id: expect.stringMatching(/^tkr_/),
      livemode: false,
      createdAt: expect.any(Number),
      mint,
      note: 'Most of our customers hold it.',
      status: 'pending',
      reviewedAt: null,
    });
    expect(await registryEntry(mint)).toBeNull();
  });

  it('takes any address, twice and in either mode, and a note or none', async () => {
    const mint = randomAddress();
    expect((await ask({ mint })).body.note).toBeNull();
    expect((await ask({ mint, note: '' })).body.note).toBe('');
    expect((await ask({ mint }, merchant.liveKey)).body).toMatchObject({ livemode: true, status: 'pending' });
  });

  it('takes notes of 500 characters, whatever they are made of', async () => {
    const mint = randomAddress();
    const note = '🪙'.repeat(500);
    expect((await ask({ mint, note })).body.note).toBe(note);
    const before = await countRequests();
    expect(refusal(await ask({ mint, note: `${note}x` }))).toBe('400 parameter_invalid note');
    expect(refusal(await ask({ mint, note: 'a\0b' }))).toBe('400 parameter_invalid note');
    expect(refusal(await ask({ mint, note: 5 }))).toBe('400 parameter_invalid note');
    expect(refusal(await ask({ mint, note: null }))).toBe('400 parameter_invalid note');
    expect(await countRequests()).toBe(before);
  });

  it('needs an address', async () => {
    const before = await countRequests();
    expect(refusal(await ask({}))).toBe('400 parameter_missing mint');
    expect(refusal(await ask({ note: 'x' }))).toBe('400 parameter_missing mint');
    for (const mint of [
      '',
      'USDC',
      `${randomAddress()}1`,
      '0x52908400098527886E0F7030069857D2E4169EE7',
      null,
    ]) {
      expect(refusal(await ask({ mint }))).toBe('400 parameter_invalid mint');
    }
    expect(refusal(await ask({ mint: randomAddress(), status: 'approved' }))).toBe(
      '400 parameter_invalid status',
    );
    expect(await countRequests()).toBe(before);
  });

  it('is done once under one Idempotency-Key', async () => {
    const body = { mint: randomAddress() };
    const headers = { 'idempotency-key': 'ask once' };
    const first = await ask(body, merchant.testKey, headers);
    const before = await countRequests();
    const second = await ask(body, merchant.testKey, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await countRequests()).toBe(before);
  });

  it("takes a merchant's key", async () => {
    const call = (key?: string) =>
      service.call('POST', '/v1/token_requests', { key, body: { mint: randomAddress() } });
    expect(refusal(await call())).toBe('401 unauthenticated');
    expect(refusal(await call('x'.repeat(40)))).toBe('401 unauthenticated');
  });
});

describe("the owner's list", () => {
  it("shows every merchant's requests of the mode, newest first, and filters them by status", async () => {
    const other = await service.merchant('Tea Club');
    const [older, newer] = [
      (await ask({ mint: randomAddress() })).body,
      (await ask({ mint: randomAddress() }, other.testKey)).body,
    ];
    const live = (await ask({ mint: randomAddress() }, other.liveKey)).body;
    await reject(older.id);
    const all = await list();
    expect(idsOf(all).slice(0, 2)).toEqual([newer.id, older.id]);
    expect(all.body.data[0]).toEqual(newer);
    expect(idsOf(all)).not.toContain(live.id);
    expect(idsOf(await list('', 'live'))[0]).toBe(live.id);

    expect(idsOf(await list('?status=rejected'))).toContain(older.id);
    expect(idsOf(await list('?status=pending'))).toContain(newer.id);
    expect(idsOf(await list('?status=pending'))).not.toContain(older.id);
    expect(refusal(await list('?status=open'))).toBe('400 parameter_invalid status');
  });

  it('is paged by id', async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.unshift((await ask({ mint: randomAddress() })).body.id);
    const page = await list('?limit=2');
    expect(idsOf(page)).toEqual(made.slice(0, 2));
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: made[1] });
    expect(idsOf(await list(`?limit=1&startingAfter=${made[1]}`))).toEqual([made[2]]);
    expect(idsOf(await list(`?endingBefore=${made[2]}&status=pending`))).toEqual(made.slice(0, 2));
    const live = (await ask({ mint: randomAddress() }, merchant.liveKey)).body.id;
    for (const cursor of [live, newId('tokenRequest'), newId('mandate'), 'x']) {
      expect(refusal(await list(`?startingAfter=${cursor}`))).toBe('400 parameter_invalid startingAfter');
    }
  });

  it('is not for merchants', async () => {
    const call = (method: string, path: string) =>
      service.call(method, `/v1/platform/token_requests${path}`, { key: merchant.testKey });
    expect(refusal(await call('GET', ''))).toBe('403 owner_required');
    expect(refusal(await call('POST', `/${newId('tokenRequest')}/approve`))).toBe('403 owner_required');
    expect(refusal(await call('POST', `/${newId('tokenRequest')}/reject`))).toBe('403 owner_required');
  });
});

describe('approving a request', () => {
  it('puts the token on the registry, as the owner describes it', async () => {
    const { id, mint } = await requested({ decimals: 8, program: 'token-2022' });
    const answer = await approve(id, { symbol: 'EIGHT', class: 'stable', isDefault: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, mint, status: 'approved', reviewedAt: expect.any(Number) });
    expect(await registryEntry(mint)).toMatchObject({
      symbol: 'EIGHT',
      decimals: 8,
      program: 'token-2022',
      class: 'stable',
      isDefault: true,
      floor: false,
      issuerControls: false,
    });
    const { data } = await merchant.api.tokens.list();
    expect(data.find((token) => token.mint === mint)).toMatchObject({ accepted: true });
  });

  it('twice answers the same and changes nothing, also after the token was taken off', async () => {
    const { id, mint } = await requested();
    const first = await approve(id);
    const entry = await registryEntry(mint);
    expect(await approve(id, { symbol: 'OTHER', isDefault: true })).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await registryEntry(mint)).toEqual(entry);
    await asOwner(service, 'DELETE', `/tokens/${mint}`);
    expect((await approve(id)).body).toEqual(first.body);
    expect(await registryEntry(mint)).toBeNull();
  });

  it('leaves a token as it is that is on the registry already', async () => {
    const { mint } = await makeToken(
      service,
      { symbol: 'THERE', issuerControls: true },
      { program: 'token-2022', extensions: { permanentDelegate: true } },
    );
    const entry = await registryEntry(mint);
    const { id } = (await ask({ mint })).body;
    expect((await approve(id, { symbol: 'OTHER' })).body.status).toBe('approved');
    expect(await registryEntry(mint)).toEqual(entry);
  });

  it('happens once, however many approve at the same time', async () => {
    const { id, mint } = await requested();
    const second = (await ask({ mint })).body.id;
    const answers = await Promise.all([id, id, second, second, id].map((each) => approve(each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await service.db`select 1 from tokens where mint = ${mint}`).toHaveLength(1);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
  });

  it('is refused for what the registry would refuse, and the request stays pending', async () => {
    const fee = { program: 'token-2022', extensions: { transferFee: { basisPoints: 1, maxFee: '1' } } };
    const controlled = { program: 'token-2022', extensions: { permanentDelegate: true } };
    const cases: [{ id: string }, string][] = [
      [await requested({ decimals: 13 }), '400 decimals_unsupported mint'],
      [await requested(fee), '400 mint_not_allowed mint'],
      [await requested(controlled), '400 mint_not_allowed mint'],
      [(await ask({ mint: randomAddress() })).body, '400 parameter_invalid mint'],
    ];
    for (const [{ id }, expected] of cases) expect(refusal(await approve(id))).toBe(expected);
    const pending = idsOf(await list('?status=pending'));
    for (const [{ id }] of cases) expect(pending).toContain(id);
    const accepted = await approve(cases[2]![0].id, { symbol: 'PYUSD', issuerControls: true });
    expect(accepted.body.status).toBe('approved');
  });

  it('needs a request of this mode, a symbol and a chain', async () => {
    const live = (await ask({ mint: randomAddress() }, merchant.liveKey)).body.id;
    for (const id of [newId('tokenRequest'), newId('mandate'), 'x', live]) {
      expect(refusal(await approve(id))).toBe('404 resource_missing');
      expect(refusal(await reject(id))).toBe('404 resource_missing');
    }
    expect(refusal(await approve(live, { symbol: 'X' }, 'live'))).toBe('400 broadcast_unavailable');
    const { id } = await requested();
    expect(refusal(await approve(id, {}))).toBe('400 parameter_missing symbol');
    expect(refusal(await approve(id, { symbol: 'X', floor: true }))).toBe('400 parameter_invalid floor');
    expect(refusal(await approve(id, { symbol: 'X', mint: randomAddress() }))).toBe(
      '400 parameter_invalid mint',
    );
  });
});

describe('rejecting a request', () => {
  it('is recorded, also without a chain; again it returns the same', async () => {
    const { id, mint } = await requested();
    const first = await reject(id);
    expect(first).toMatchObject({
      status: 200,
      body: { id, status: 'rejected', reviewedAt: expect.any(Number) },
    });
    expect((await reject(id)).body).toEqual(first.body);
    expect(await registryEntry(mint)).toBeNull();
    const live = (await ask({ mint }, merchant.liveKey)).body.id;
    expect((await reject(live, 'live')).body.status).toBe('rejected');
  });

  it('may be thought over', async () => {
    const { id, mint } = await requested();
    await reject(id);
    expect((await approve(id)).body.status).toBe('approved');
    expect(await registryEntry(mint)).toMatchObject({ symbol: 'NEW' });
  });

  it('is too late once it was approved', async () => {
    const { id, mint } = await requested();
    const approved = await approve(id);
    const late = await reject(id);
    expect(refusal(late)).toBe('400 parameter_invalid');
    expect(late.body.error.message).toContain('registry');
    expect((await approve(id)).body).toEqual(approved.body);
    expect(await registryEntry(mint)).not.toBeNull();
  });

  it('and approving at the same time leave the registry as the request says', async () => {
    const { id, mint } = await requested();
    await Promise.all([approve(id), reject(id), approve(id), reject(id)]);
    const [row] = await service.db`select status from token_requests where id = ${id}`;
    expect((await registryEntry(mint)) !== null).toBe(row!['status'] === 'approved');
  });
});
