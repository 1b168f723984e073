import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMandate, MONTHLY } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import type { TestMerchant, TestService } from '../support/service.ts';
import { asOwner, makeMint, makeToken, parties, startOwned } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
/** The floor when the service starts. */
let floor: string;
beforeAll(async () => {
  service = await startOwned();
  merchant = await service.merchant();
  floor = await service.mint(merchant);
});
afterAll(() => service.stop());

const post = (body: object, mode?: 'live') => asOwner(service, 'POST', '/tokens', body, mode);
const patch = (mint: string, body: object, mode?: 'live') =>
  asOwner(service, 'PATCH', `/tokens/${mint}`, body, mode);
const remove = (mint: string, mode?: 'live') =>
  asOwner(service, 'DELETE', `/tokens/${mint}`, undefined, mode);
const rows = () => service.db`select * from tokens order by livemode, mint`;
/** A Token-2022 mint with these extensions. */
const mintWith = (extensions: object) => makeMint(service, { program: 'token-2022', extensions });

async function find(mint: string) {
  const { body } = await asOwner(service, 'GET', '/tokens');
  return body.data.find((token: { mint: string }) => token.mint === mint);
}

describe('putting a token on the registry', () => {
  it('takes decimals and program from the chain, and is neither stable nor accepted unless that is said', async () => {
    const mint = await makeMint(service, { decimals: 9, program: 'token-2022' });
    const { status, body } = await post({ mint, symbol: 'NINE' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'token',
      livemode: false,
      createdAt: expect.any(Number),
      mint,
      symbol: 'NINE',
      decimals: 9,
      class: 'other',
      isDefault: false,
      floor: false,
      accepted: false,
    });
    const [row] = await service.db`select program, issuer_controls from tokens where mint = ${mint}`;
    expect(row).toEqual({ program: 'token-2022', issuerControls: false });
    expect(await find(mint)).toEqual(body);
  });

  it('makes it available to merchants, by default or to be chosen', async () => {
    const [chosen, offered] = [await makeToken(service, { isDefault: true }), await makeToken(service)];
    const accepted = async (mint: string) =>
      (await merchant.api.tokens.list()).data.find((token) => token.mint === mint)!.accepted;
    expect([await accepted(chosen.mint), await accepted(offered.mint)]).toEqual([true, false]);
  });

  it('takes symbols that another token has, and up to 12 decimals', async () => {
    const mint = await makeMint(service, { decimals: 12 });
    expect((await post({ mint, symbol: 'TUSD', class: 'stable' })).body).toMatchObject({
      symbol: 'TUSD',
      decimals: 12,
      class: 'stable',
    });
  });

  it('refuses what is not a mint, and what is there already', async () => {
    const before = await rows();
    const wallet = await service.wallet(merchant);
    for (const mint of [randomAddress(), wallet.address]) {
      expect(refusal(await post({ mint, symbol: 'X' }))).toBe('400 parameter_invalid mint');
    }
    const again = await post({ mint: floor, symbol: 'X' });
    expect(refusal(again)).toBe('400 parameter_invalid mint');
    expect(again.body.error.message).toContain('already');
    expect(await rows()).toEqual(before);
  });

  it('refuses more decimals than amounts can bear', async () => {
    const mint = await makeMint(service, { decimals: 13 });
    const answer = await post({ mint, symbol: 'X' });
    expect(refusal(answer)).toBe('400 decimals_unsupported mint');
    expect(answer.body.error.message).toContain('13 decimals');
    expect(await find(mint)).toBeUndefined();
  });

  it.each([
    ['a fee', { transferFee: { basisPoints: 1, maxFee: '1' } }, 'fee'],
    ['a hook', { transferHook: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' }, 'program'],
    ['amounts that grow', { interestBearing: { rateBasisPoints: 5 } }, 'grows'],
    ['frozen accounts', { defaultFrozen: true }, 'frozen'],
    ['no transfers', { nonTransferable: true }, 'cannot be transferred'],
  ])('refuses a mint with %s, and says so', async (_, extensions, reason) => {
    const mint = await mintWith(extensions);
    const answer = await post({ mint, symbol: 'X', issuerControls: true });
    expect(refusal(answer)).toBe('400 mint_not_allowed mint');
    expect(answer.body.error.message).toContain(reason);
    expect(await find(mint)).toBeUndefined();
  });

  it('takes a mint whose issuer can move balances only where the owner accepts that', async () => {
    const mint = await mintWith({ permanentDelegate: true });
    expect(refusal(await post({ mint, symbol: 'PYUSD' }))).toBe('400 mint_not_allowed mint');
    expect((await post({ mint, symbol: 'PYUSD', issuerControls: true })).status).toBe(201);
  });

  it('is done once, however many ask at the same time', async () => {
    const mint = await makeMint(service);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post({ mint, symbol: 'ONE' })));
    expect(answers.map(refusal).filter((line) => line === '400 parameter_invalid mint')).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('refuses requests that are not well formed', async () => {
    const mint = await makeMint(service);
    const cases: [object, string][] = [
      [{ mint }, '400 parameter_missing symbol'],
      [{ symbol: 'X' }, '400 parameter_missing mint'],
      [{ mint: 'x', symbol: 'X' }, '400 parameter_invalid mint'],
      [{ mint, symbol: '' }, '400 parameter_invalid symbol'],
      [{ mint, symbol: 'THIRTEENCHARS' }, '400 parameter_invalid symbol'],
      [{ mint, symbol: 'A B' }, '400 parameter_invalid symbol'],
      [{ mint, symbol: 'X', class: 'gold' }, '400 parameter_invalid class'],
      [{ mint, symbol: 'X', isDefault: 'yes' }, '400 parameter_invalid isDefault'],
      [{ mint, symbol: 'X', floor: 1 }, '400 parameter_invalid floor'],
      [{ mint, symbol: 'X', decimals: 6 }, '400 parameter_invalid decimals'],
    ];
    for (const [body, expected] of cases) expect(refusal(await post(body))).toBe(expected);
    expect(await find(mint)).toBeUndefined();
  });
});

describe('the floor', () => {
  it('must be stable and accepted by default', async () => {
    const mint = await makeMint(service);
    const other = await makeToken(service, { class: 'other' });
    const before = await rows();
    const contradictions: [object, string][] = [
      [{ floor: true }, 'class'],
      [{ floor: true, class: 'other' }, 'class'],
      [{ floor: true, class: 'stable', isDefault: false }, 'isDefault'],
    ];
    for (const [terms, param] of contradictions) {
      expect(refusal(await post({ mint, symbol: 'X', ...terms }))).toBe(`400 parameter_invalid ${param}`);
      expect(refusal(await patch(other.mint, terms))).toBe(`400 parameter_invalid ${param}`);
    }
    expect(await rows()).toEqual(before);
  });

  it('moves to a new token and back; the one before stays accepted', async () => {
    const { mint, ...token } = await makeToken(service, { floor: true, class: 'stable' });
    expect(token).toMatchObject({ floor: true, isDefault: true, accepted: true });
    expect(await find(floor)).toMatchObject({ floor: false, isDefault: true, class: 'stable' });
    expect(
      (
        await service.call('POST', '/v1/tokens', {
          key: merchant.testKey,
          body: { mint: floor, enabled: false },
        })
      ).status,
    ).toBe(200);

    expect((await patch(floor, { floor: true })).body).toMatchObject({ floor: true, isDefault: true });
    expect(await find(mint)).toMatchObject({ floor: false, isDefault: true });
    // Who declined it meanwhile accepts it again: everyone accepts the floor.
    const { data } = await merchant.api.tokens.list();
    expect(data.find((entry) => entry.mint === floor)).toMatchObject({ floor: true, accepted: true });
  });

  it('is one, however many are named at the same time', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => makeToken(service, { class: 'stable' })));
    const answers = await Promise.all(tokens.map(({ mint }) => patch(mint, { floor: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await service.db`select 1 from tokens where floor and not livemode`).toHaveLength(1);
    await patch(floor, { floor: true });
  });

  it('is taken by giving it to another, and in no other way', async () => {
    const before = await rows();
    expect(refusal(await patch(floor, { floor: false }))).toBe('400 floor_token floor');
    expect(refusal(await patch(floor, { isDefault: false }))).toBe('400 floor_token isDefault');
    expect(refusal(await patch(floor, { class: 'other', symbol: 'X' }))).toBe('400 floor_token class');
    expect(refusal(await remove(floor))).toBe('400 floor_token');
    expect(await rows()).toEqual(before);
  });

  it('does not go to a mint that has begun to take fees', async () => {
    const { mint } = await makeToken(
      service,
      { class: 'stable' },
      { program: 'token-2022', extensions: { transferFee: { basisPoints: 0, maxFee: '0' } } },
    );
    const fee = { mint, basisPoints: 5, maxFee: '9' };
    const { signature } = await service.rpc('autopay_setTransferFee', [fee]);
    await eventually(async () => {
      const { value } = await service.rpc('getSignatureStatuses', [[signature]]);
      return ['confirmed', 'finalized'].includes(value[0]?.confirmationStatus);
    });
    expect(refusal(await patch(mint, { floor: true }))).toBe('400 mint_not_allowed floor');
    expect(await find(floor)).toMatchObject({ floor: true });
  });
});

describe('changing a token', () => {
  it('changes what is sent and nothing else', async () => {
    const made = await makeToken(service);
    expect((await patch(made.mint, {})).body).toEqual(made);
    const changed = await patch(made.mint, { symbol: 'N2', class: 'stable', isDefault: true });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...made, symbol: 'N2', class: 'stable', isDefault: true, accepted: true });
    expect((await patch(made.mint, { isDefault: false })).body).toMatchObject({
      symbol: 'N2',
      isDefault: false,
      accepted: false,
    });
  });

  it("stops accepting an issuer's controls only where it has none", async () => {
    const controlled = await makeToken(
      service,
      { issuerControls: true },
      { program: 'token-2022', extensions: { permanentDelegate: true } },
    );
    const free = await makeToken(service, { issuerControls: true });
    const refused = await patch(controlled.mint, { issuerControls: false, symbol: 'X' });
    expect(refusal(refused)).toBe('400 mint_not_allowed issuerControls');
    expect(await find(controlled.mint)).toEqual(controlled);
    expect((await patch(free.mint, { issuerControls: false })).status).toBe(200);
    const controls = await service.db`
      select issuer_controls from tokens where mint in ${service.db([controlled.mint, free.mint])} order by mint = ${free.mint}`;
    expect(controls.map((row) => row['issuerControls'])).toEqual([true, false]);
  });

  it('needs a token that is there, and a request that is well formed', async () => {
    for (const mint of [randomAddress(), 'nothing', 'not%20an%20address']) {
      expect(refusal(await patch(mint, { symbol: 'X' }))).toBe('404 resource_missing');
    }
    expect(refusal(await patch(floor, { symbol: '€' }))).toBe('400 parameter_invalid symbol');
    expect(refusal(await patch(floor, { decimals: 2 }))).toBe('400 parameter_invalid decimals');
    expect(refusal(await patch(floor, { class: null }))).toBe('400 parameter_invalid class');
  });
});

describe('taking a token off the registry', () => {
  it('returns it as it was, and leaves nothing for anyone', async () => {
    const made = await makeToken(service, { isDefault: true });
    await service.call('POST', '/v1/tokens', { key: merchant.testKey, body: { mint: made.mint } });
    const gone = await remove(made.mint);
    expect(gone).toMatchObject({ status: 200, body: made });

    expect(await find(made.mint)).toBeUndefined();
    expect((await merchant.api.tokens.list()).data.some(({ mint }) => mint === made.mint)).toBe(false);
    const body = { ...(await parties()), mint: made.mint, ...MONTHLY };
    const key = merchant.testKey;
    expect(refusal(await service.call('POST', '/v1/mandates', { key, body }))).toBe(
      '400 mint_not_allowed mint',
    );
    expect(refusal(await service.call('POST', '/v1/tokens', { key, body: { mint: made.mint } }))).toBe(
      '400 mint_not_allowed mint',
    );
    expect(refusal(await remove(made.mint))).toBe('404 resource_missing');
    expect(refusal(await patch(made.mint, { symbol: 'X' }))).toBe('404 resource_missing');
    expect(refusal(await asOwner(service, 'GET', `/tokens?startingAfter=${made.mint}`))).toBe(
      '400 parameter_invalid startingAfter',
    );
  });

  it('is undone by putting it there again, where it begins anew', async () => {
    const made = await makeToken(service, { isDefault: true });
    const key = merchant.testKey;
    await service.call('POST', '/v1/tokens', { key, body: { mint: made.mint, enabled: false } });
    await remove(made.mint);
    const again = await post({ mint: made.mint, symbol: 'BACK', isDefault: true });
    expect(again).toMatchObject({ status: 201, body: { symbol: 'BACK', isDefault: true } });
    const listed = (await merchant.api.tokens.list()).data.find(({ mint }) => mint === made.mint);
    expect(listed).toMatchObject({ accepted: true });
  });

  it('leaves mandates in it going on, also where its issuer can move balances', async () => {
    const { mint } = await makeToken(
      service,
      { isDefault: true, issuerControls: true },
      { program: 'token-2022', extensions: { permanentDelegate: true } },
    );
    const payer = await service.wallet(merchant, { mint });
    const payee = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, payee, {
      mint,
      autoAuthorize: true,
      trialSeconds: 86_400,
    });
    expect((await remove(mint)).status).toBe(200);
    await service.call('POST', '/v1/test/clock/advance', {
      key: merchant.testKey,
      body: { seconds: 86_401 },
    });
    await eventually(async () => {
      const charges = await service.call('GET', `/v1/mandates/${mandate.id}/charges`, {
        key: merchant.testKey,
      });
      return charges.body.data.some(({ status }: { status: string }) => status === 'succeeded');
    });
  });

  it('needs a token that is there', async () => {
    for (const mint of [randomAddress(), 'nothing']) {
      expect(refusal(await remove(mint))).toBe('404 resource_missing');
    }
  });
});

describe('the registry', () => {
  it('is read by merchants with their own choices, and by the owner with the defaults', async () => {
    const { mint } = await makeToken(service);
    await service.call('POST', '/v1/tokens', { key: merchant.testKey, body: { mint } });
    const own = await service.call('GET', '/v1/platform/tokens', { key: merchant.testKey });
    expect(own.status).toBe(200);
    expect(own.body).toEqual((await service.call('GET', '/v1/tokens', { key: merchant.testKey })).body);
    expect(own.body.data.find((token: { mint: string }) => token.mint === mint).accepted).toBe(true);
    expect(await find(mint)).toMatchObject({ isDefault: false, accepted: false });
  });

  it('is paged by mint', async () => {
    const all = (await asOwner(service, 'GET', '/tokens')).body.data.map(
      ({ mint }: { mint: string }) => mint,
    );
    const first = await asOwner(service, 'GET', '/tokens?limit=2');
    expect(first.body).toMatchObject({ hasMore: true, nextCursor: all[1] });
    const next = await asOwner(service, 'GET', `/tokens?limit=1&startingAfter=${all[1]}`);
    expect(next.body.data[0].mint).toBe(all[2]);
    expect(refusal(await asOwner(service, 'GET', '/tokens?limit=101'))).toBe('400 parameter_invalid limit');
  });

  it('of live mode is another, and without a chain nothing is put there', async () => {
    expect((await asOwner(service, 'GET', '/tokens', undefined, 'live')).body.data).toEqual([]);
    const mint = await makeMint(service);
    expect(refusal(await post({ mint, symbol: 'X' }, 'live'))).toBe('400 broadcast_unavailable');
    expect(refusal(await post({ mint, symbol: 'X', floor: true }, 'live'))).toBe('400 broadcast_unavailable');
    expect(refusal(await patch(floor, { symbol: 'X' }, 'live'))).toBe('400 broadcast_unavailable');
    expect(refusal(await remove(floor, 'live'))).toBe('404 resource_missing');
    expect(refusal(await post({ mint, symbol: '' }, 'live'))).toBe('400 parameter_invalid symbol');
  });

  it("is changed by the owner's key alone", async () => {
    const before = await rows();
    const keys = [merchant.testKey, merchant.liveKey];
    for (const key of keys) {
      const create = await service.call('POST', '/v1/platform/tokens', { key, body: {} });
      expect(refusal(create)).toBe('403 owner_required');
      expect(refusal(await service.call('DELETE', `/v1/platform/tokens/${floor}`, { key }))).toBe(
        '403 owner_required',
      );
    }
    const garbage = await service.call('PATCH', `/v1/platform/tokens/${floor}`, {
      key: 'x'.repeat(40),
      body: {},
    });
    expect(refusal(garbage)).toBe('401 unauthenticated');
    expect(refusal(await service.call('GET', '/v1/platform/tokens'))).toBe('401 unauthenticated');
    expect(await rows()).toEqual(before);
  });
});
