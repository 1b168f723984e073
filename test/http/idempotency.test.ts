import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../rules/api-error.ts';
import type { RequestContext } from '../../server/http/context.ts';
import type { Handlers } from '../../server/http/handler.ts';
import { deleteOldKeys } from '../../server/http/idempotency-queries.ts';
import { newId } from '../../server/lib/ids.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, type Http, startHttp } from './http-under-test.ts';
import { mandate, mandateRequest } from './samples.ts';

type Create = Handlers['createMandate'];

let http: Http;
let key: string;
/** What the next requests do, and how many did. */
let handle: Create;
let runs = 0;

const made = (id = newId('mandate')) =>
  ({ status: 201, body: { ...mandate(id), client_secret: `cs_${id}` } }) as const;

beforeAll(async () => {
  http = await startHttp({
    handlers: {
      createMandate: (ctx, input) => {
        runs += 1;
        return handle(ctx, input);
      },
      revokeMandate: async () => ({ status: 200, body: mandate() }),
      refreshCheckout: async ({ idempotency }) => {
        expect(idempotency).toBeNull();
        throw new ApiError('mandate_not_pending');
      },
    },
  });
  key = await http.addKey('sk_test_');
});
afterAll(() => http.close());
beforeEach(() => {
  runs = 0;
  handle = async () => made();
});

const create = (idempotencyKey: string, body: object | string = mandateRequest, by = key): Promise<Answer> =>
  http.ask({
    method: 'POST',
    path: '/v1/mandates',
    key: by,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });

/** Lets a request with `idempotencyKey` hang for longer than its lease, as one whose process hangs. */
async function expire(idempotencyKey: string): Promise<void> {
  await http.sql`update idempotency_keys set lease_until = 1 where key = ${idempotencyKey}`;
}

describe('a request with an Idempotency-Key', () => {
  it('runs once, and then returns the same bytes', async () => {
    const first = await create('once');
    const second = await create('once');
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect(second.headers['svc-request-id']).not.toBe(first.headers['svc-request-id']);
    expect(runs).toBe(1);
  });

  it('is the same request however its JSON is written', async () => {
    const first = await create('order');
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(mandateRequest).toReversed()), null, 2);
    expect((await create('order', reversed)).text).toBe(first.text);
  });

  it('that runs makes every other one with the key wait', async () => {
    const hold = Promise.withResolvers<void>();
    handle = async () => {
      await hold.promise;
      return made();
    };
    const refused: Answer[] = [];
    const answers = Array.from({ length: 6 }, async () => {
      const answer = await create('at once');
      if (answer.status === 409) refused.push(answer);
      return answer;
    });
    await eventually(() => refused.length === 5);
    hold.resolve();
    const all = await Promise.all(answers);
    for (const { body } of refused) expect(body.error.code).toBe('request_in_flight');
    expect(runs).toBe(1);
    expect((await create('at once')).text).toBe(all.find(({ status }) => status === 201)!.text);
  });

  it('runs once among many at once, with its own key and with others', async () => {
    const hold = Promise.withResolvers<void>();
    handle = async () => {
      await hold.promise;
      return made();
    };
    let refused = 0;
    const answers = Array.from({ length: 12 }, async (_, at) => {
      const { status } = await create(`at once, ${at % 4}`);
      if (status === 409) refused += 1;
      return status;
    });
    await eventually(() => refused === 8);
    expect(runs).toBe(4);
    hold.resolve();
    expect((await Promise.all(answers)).filter((status) => status === 201)).toHaveLength(4);
  });

  it('does not share the key with another body, another operation, another mode or another merchant', async () => {
    const first = await create('mine');
    const otherBody = await create('mine', { ...mandateRequest, trialSeconds: 1 });
    const revoke = {
      method: 'POST',
      path: '/v1/mandates/man_1/revoke',
      key,
      headers: { 'idempotency-key': 'mine' },
    };
    for (const { status, body } of [otherBody, await http.ask(revoke)]) {
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'parameter_invalid',
        'Idempotency-Key',
      ]);
    }
    for (const by of [
      await http.addKey('sk_live_'),
      await http.addKey('sk_test_', await http.addMerchant()),
    ]) {
      const other = await create('mine', mandateRequest, by);
      expect([other.status, other.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect(other.text).not.toBe(first.text);
    }
    const byAnotherKey = await create('mine', mandateRequest, await http.addKey('sk_test_'));
    expect(byAnotherKey.text).toBe(first.text);
  });

  it('is replayed when its handler rejected it', async () => {
    handle = async () => {
      throw new ApiError('mint_not_allowed');
    };
    const first = await create('refused');
    handle = async () => made();
    const second = await create('refused');
    expect([first.status, second.status, second.text]).toEqual([400, 400, first.text]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(runs).toBe(1);
  });

  it('is not stored when it was rejected before it claimed the key', async () => {
    expect((await create('early', { ...mandateRequest, payer: 'x' })).status).toBe(400);
    expect((await create('early', mandateRequest, await http.addKey('rk_test_'))).status).toBe(403);
    expect((await create('early')).status).toBe(201);
  });

  it('may be tried again at once when it failed, and goes on with what the first one had created', async () => {
    handle = async ({ idempotency }) => {
      await http.sql.begin((tx) => idempotency!.saveResource(tx, 'man_begun'));
      throw new Error('the chain went away');
    };
    expect((await create('failed')).status).toBe(500);
    let resumed: RequestContext['idempotency'] = null;
    handle = async ({ idempotency }) => {
      resumed = idempotency;
      return made();
    };
    expect((await create('failed')).status).toBe(201);
    expect(resumed).toMatchObject({ resourceId: 'man_begun' });
    expect((await create('failed', { ...mandateRequest, trialSeconds: 9 })).body.error.param).toBe(
      'Idempotency-Key',
    );
  });

  it('keeps its key for 72 hours', async () => {
    const first = await create('old');
    http.clock.advance(72 * 3600 - 1);
    await deleteOldKeys(http.sql, http.clock.seconds());
    expect((await create('old')).text).toBe(first.text);
    http.clock.advance(1);
    const anew = await create('old', { ...mandateRequest, trialSeconds: 1 });
    expect([anew.status, anew.headers['idempotent-replayed']]).toEqual([201, undefined]);
    http.clock.advance(72 * 3600);
    await deleteOldKeys(http.sql, http.clock.seconds());
    expect(await http.sql`select key from idempotency_keys where key = 'old'`).toHaveLength(0);
  });
});

describe('a handler', () => {
  it('stores its response in the transaction of its effect: both or neither', async () => {
    const response = made();
    handle = async ({ idempotency }) => {
      await http.sql.begin(async (tx) => {
        await idempotency!.complete(tx, response);
        throw new Error('lost the connection before the commit');
      });
      return response;
    };
    expect((await create('atomic')).status).toBe(500);
    handle = async ({ idempotency }) => {
      await http.sql.begin((tx) => idempotency!.complete(tx, response));
      throw new Error('killed after the commit');
    };
    expect((await create('atomic')).status).toBe(500);
    const replay = await create('atomic');
    expect([replay.status, replay.text]).toEqual([201, JSON.stringify(response.body)]);
    expect(runs).toBe(2);
  });

  it('whose lease ran out cannot complete what another has taken over', async () => {
    const hold = Promise.withResolvers<void>();
    const outcomes: string[] = [];
    handle = async ({ idempotency }) => {
      await http.sql.begin((tx) => idempotency!.saveResource(tx, 'man_first'));
      await hold.promise;
      for (const write of ['complete', 'saveResource'] as const) {
        const attempt = http.sql.begin((tx) =>
          write === 'complete'
            ? idempotency!.complete(tx, made('man_late'))
            : idempotency!.saveResource(tx, 'man_late'),
        );
        await attempt.catch((error: ApiError) => outcomes.push(error.code));
      }
      throw new ApiError('request_in_flight');
    };
    const slow = create('slow');
    await eventually(async () => {
      const [row] = await http.sql`select resource_id from idempotency_keys where key = 'slow'`;
      return row?.['resourceId'] === 'man_first';
    });
    expect((await create('slow')).body.error.code).toBe('request_in_flight');
    await expire('slow');
    handle = async ({ idempotency }) => made(idempotency!.resourceId!);
    const second = await create('slow');
    hold.resolve();
    expect([second.status, second.body.id]).toEqual([201, 'man_first']);
    expect((await slow).body.error.code).toBe('request_in_flight');
    expect(outcomes).toEqual(['request_in_flight', 'request_in_flight']);
    expect((await create('slow')).text).toBe(second.text);
  });

  it('keeps its key for as long as it runs, by renewing the lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hold = Promise.withResolvers<void>();
    handle = async () => {
      await hold.promise;
      return made();
    };
    const slow = create('renewed');
    await eventually(() => runs === 1);
    for (const expected of [100, 140]) {
      http.clock.advance(40);
      vi.advanceTimersByTime(20_000);
      await eventually(async () => {
        const [row] =
          await http.sql`select lease_until - created_at as seconds from idempotency_keys where key = 'renewed'`;
        return row!['seconds'] === expected;
      });
      expect((await create('renewed')).body.error.code).toBe('request_in_flight');
    }
    hold.resolve();
    expect((await slow).status).toBe(201);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('sees no claim without a key, or where the operation takes none', async () => {
    handle = async ({ idempotency }) => {
      expect(idempotency).toBeNull();
      return made();
    };
    expect((await http.ask({ method: 'POST', path: '/v1/mandates', key, body: mandateRequest })).status).toBe(
      201,
    );
    const path = '/v1/checkout/mandates/man_1/refresh?client_secret=x';
    for (let i = 0; i < 2; i++) {
      const answer = await http.ask({ method: 'POST', path, headers: { 'idempotency-key': 'guessed' } });
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([409, undefined]);
    }
  });
});

describe('a stored response', () => {
  it('is unreadable in the database, and only opens in its own row', async () => {
    const { body } = await create('secret one');
    await create('secret two');
    const rows = await http.sql<
      { key: string; body: Buffer }[]
    >`select key, body from idempotency_keys where key like 'secret%'`;
    for (const row of rows) expect(row.body.includes(body.client_secret)).toBe(false);
    const one = rows.find((row) => row.key === 'secret one')!;
    await http.sql`update idempotency_keys set body = ${one.body} where key = 'secret two'`;
    expect((await create('secret two')).body.error.code).toBe('internal_error');
  });
});
