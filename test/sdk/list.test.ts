import { describe, expect, it } from 'vitest';
import { Autopay, InvalidRequestError } from '@autopay/sdk';
import { json, refusal, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_abc';
const page = (ids: readonly string[], nextCursor: string | null = null, object = 'mandate') =>
  json(200, {
    object: 'list',
    data: ids.map((id) => (object === 'token' ? { object, mint: id } : { object, id })),
    hasMore: nextCursor !== null,
    nextCursor,
  });
const urls = (server: { received: { url: string }[] }) => server.received.map(({ url }) => url);

describe('a list', () => {
  it('is one page when it is awaited', async () => {
    await using server = await startScriptedServer(page(['a', 'b'], 'b'), page(['c']));
    const list = await new Autopay(KEY, server).mandates.list({ limit: 2 });
    expect(list.data.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(list).toMatchObject({ hasMore: true, nextCursor: 'b' });
    expect(urls(server)).toEqual(['/v1/mandates?limit=2']);
  });

  it('sends nothing before it is used, and its first page once', async () => {
    await using server = await startScriptedServer(page(['a']));
    const list = new Autopay(KEY, server).mandates.list();
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.received).toEqual([]);
    await list;
    await list.withResponse();
    await list.toArray({ limit: 9 });
    expect(server.received).toHaveLength(1);
  });

  it('is its items over all pages when it is iterated, filters kept', async () => {
    await using server = await startScriptedServer(page(['a', 'b'], 'b'), page(['c', 'd'], 'd'), page(['e']));
    const ids: string[] = [];
    for await (const { id } of new Autopay(KEY, server).mandates.list({ status: 'active', limit: 2 }))
      ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(urls(server)).toEqual([
      '/v1/mandates?status=active&limit=2',
      '/v1/mandates?status=active&limit=2&startingAfter=b',
      '/v1/mandates?status=active&limit=2&startingAfter=d',
    ]);
  });

  it('reads no page that is not asked for', async () => {
    await using server = await startScriptedServer(page(['a', 'b'], 'b'), page(['c']));
    for await (const { id } of new Autopay(KEY, server).mandates.list()) if (id === 'b') break;
    expect(server.received).toHaveLength(1);
  });

  it('goes towards newer items from endingBefore, nearest first, until there is none', async () => {
    await using server = await startScriptedServer(page(['d', 'c'], 'c'), page(['f', 'e'], 'e'), page([]));
    const list = new Autopay(KEY, server).mandates.list({ endingBefore: 'b', limit: 2 });
    expect((await list.toArray({ limit: 10 })).map(({ id }) => id)).toEqual(['c', 'd', 'e', 'f']);
    expect(urls(server).map((url) => new URL(url, 'http://x').searchParams.get('endingBefore'))).toEqual([
      'b',
      'd',
      'f',
    ]);
  });

  it('pages by what names an item where it has no id', async () => {
    await using server = await startScriptedServer(page(['m2', 'm1'], 'm1', 'token'), page([]));
    await new Autopay(KEY, server).tokens.list({ endingBefore: 'm0' }).toArray({ limit: 9 });
    expect(urls(server)[1]).toBe('/v1/tokens?endingBefore=m2');
  });

  it('gives its pages', async () => {
    await using server = await startScriptedServer(page(['a'], 'a'), page(['b']));
    const lengths: number[] = [];
    for await (const { data } of new Autopay(KEY, server).mandates.list().pages()) lengths.push(data.length);
    expect(lengths).toEqual([1, 1]);
  });

  it('becomes an array of at most limit items, and will not without a limit', async () => {
    await using server = await startScriptedServer(page(['a', 'b'], 'b'), page(['c']));
    const list = new Autopay(KEY, server).mandates.list();
    for (const limit of [0, -1, 1.5, Number.NaN, undefined]) {
      await expect(list.toArray({ limit: limit as number })).rejects.toThrow('limit must be');
    }
    expect(server.received).toEqual([]);
    expect(await list.toArray({ limit: 2 })).toHaveLength(2);
    expect(server.received).toHaveLength(1);
  });

  it('rejects like any call, however it is used', async () => {
    await using server = await startScriptedServer(refusal(400, 'parameter_invalid'));
    const lists = new Autopay(KEY, server).mandates;
    await expect(lists.list()).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(lists.list().toArray({ limit: 1 })).rejects.toMatchObject({ code: 'parameter_invalid' });
    expect(await lists.list().catch(() => 'caught')).toBe('caught');
    let ended = false;
    await lists
      .list()
      .finally(() => (ended = true))
      .catch(() => {});
    expect(ended).toBe(true);
  });

  it('names two cursors at once, and a query that is not flat, before anything is sent', async () => {
    await using server = await startScriptedServer(page([]));
    const { mandates } = new Autopay(KEY, server);
    expect(() => mandates.list({ startingAfter: 'a', endingBefore: 'b' })).toThrow(
      'endingBefore must be left out',
    );
    const nested = { status: ['active'] } as never;
    expect(() => mandates.list(nested)).toThrow('query.status must be');
    for (const limit of [NaN, Infinity, () => 5] as never[])
      expect(() => mandates.list({ limit })).toThrow('query.limit must be');
    expect(server.received).toEqual([]);
  });

  it('gives the HTTP response of its first page', async () => {
    await using server = await startScriptedServer(page(['a']));
    const { data, requestId, status } = await new Autopay(KEY, server).mandates.list().withResponse();
    expect([data.data.length, requestId, status]).toEqual([1, 'req_1', 200]);
  });

  it('hands out pages that lead on, and are nothing but the response to whoever prints or compares them', async () => {
    await using server = await startScriptedServer(page(['a', 'b'], 'b'), page(['c'], 'c'), page(['d']));
    const list = new Autopay(KEY, server).mandates.list({ limit: 2 });
    const first = await list;
    expect(Object.keys(first)).toEqual(['object', 'data', 'hasMore', 'nextCursor']);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    const ids: string[] = [];
    for (let each: typeof first | null = first; each; each = await each.getNextPage())
      ids.push(...each.data.map(({ id }) => id));
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
    expect((await list.withResponse()).data).toBe(first);
  });

  it('goes on from a page that was awaited, over its items and those of all pages after it', async () => {
    await using server = await startScriptedServer(page(['a', 'b'], 'b'), page(['c']));
    const ids: string[] = [];
    for await (const { id } of await new Autopay(KEY, server).mandates.list()) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(server.received).toHaveLength(2);
  });

  it('ends where the service goes in circles', async () => {
    const circles = [
      [page(['a'], 'a')],
      [page(['a'], 'a'), page(['b'], 'b'), page(['a'], 'a'), page(['b'], 'b')],
    ];
    for (const replies of circles) {
      await using server = await startScriptedServer(...replies);
      const read = new Autopay(KEY, server).mandates.list().toArray({ limit: 1_000_000 });
      await expect(read).rejects.toMatchObject({ code: 'unexpected_response' });
      await expect(read).rejects.toThrow('would never end');
      expect(server.received.length).toBeLessThan(5);
    }
  });

  it('ends the same way for whoever asks page by page', async () => {
    let asked = 0;
    await using server = await startScriptedServer((response, request) => {
      const id = ['a', 'b'][(asked += 1) % 2]!;
      page([id], id)(response, request);
    });
    const first = await new Autopay(KEY, server).mandates.list();
    const read = async () => {
      let each: typeof first | null = first;
      for (let left = 20; each && left > 0; left -= 1) each = await each.getNextPage();
    };
    await expect(read()).rejects.toMatchObject({ name: 'ApiError', code: 'unexpected_response' });
    expect(asked).toBeLessThan(9);
  });

  it('does not take a page that is asked twice for its next one for a circle', async () => {
    const [a, b] = [page(['a'], 'a'), page(['b'], 'b')];
    await using server = await startScriptedServer(a, b, b, page(['c']));
    const first = await new Autopay(KEY, server).mandates.list();
    await first.getNextPage();
    const second = await first.getNextPage();
    expect((await second!.getNextPage())!.data.map(({ id }) => id)).toEqual(['c']);
  });

  it('ends where pages are empty and always lead on', async () => {
    let asked = 0;
    await using server = await startScriptedServer((response, request) =>
      page(asked === 0 ? ['a'] : [], `c${(asked += 1)}`)(response, request),
    );
    const list = new Autopay(KEY, server).mandates.list();
    const read = list.toArray({ limit: 9 });
    await expect(read).rejects.toMatchObject({ name: 'ApiError', code: 'unexpected_response' });
    await expect(read).rejects.toThrow('would never end');
    expect(server.received).toHaveLength(11);
  });
});
