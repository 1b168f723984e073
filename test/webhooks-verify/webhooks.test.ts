import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  type EventType,
  type UnknownEvent,
  type WebhookVerificationError,
  webhooks,
} from '@autopay/webhooks-verify';
import { signRequest } from '@autopay/webhooks-verify/testing';
import { delivery, eventOf, secret } from './delivery.ts';

const newer = { ...eventOf('mandate.created'), type: 'mandate.paused', apiVersion: '9.0.0' };

describe('on(type, handler)', () => {
  it('hands an event to the handler of its type alone, with what is known of the delivery', async () => {
    const seen: unknown[] = [];
    const hooks = webhooks({ secrets: [`${secret}x`, secret] })
      .on('mandate.created', () => seen.push('wrong'))
      .on('charge.succeeded', (event, context) => {
        expectTypeOf(event.data.object.txSignature).toEqualTypeOf<string | null>();
        seen.push(event.id, context);
      });
    const { request, timestamp } = await delivery();
    const { outcome, event } = await hooks.handle({ request });
    expect(outcome).toBe('handled');
    expect(event).toEqual(eventOf('charge.succeeded'));
    expect(seen).toEqual(['evt_1', { secretIndex: 1, timestamp, claim: null }]);
  });

  it('waits for the handler, and passes on what it throws', async () => {
    const hooks = webhooks({ secrets: secret }).on('charge.succeeded', async () => {
      await Promise.resolve();
      throw new Error('the database is down');
    });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toThrow(
      'the database is down',
    );
  });

  it('returns unhandled for a known kind without a handler, which is not an unknown one', async () => {
    const unknown = vi.fn();
    const hooks = webhooks({ secrets: secret }).onUnknown(unknown);
    expect(await hooks.handle({ request: (await delivery()).request })).toMatchObject({
      outcome: 'unhandled',
    });
    expect(unknown).not.toHaveBeenCalled();
  });

  it('hands a kind that a newer service added to onUnknown', async () => {
    const seen: UnknownEvent[] = [];
    const hooks = webhooks({ secrets: secret }).onUnknown((event) => {
      expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
      seen.push(event);
    });
    const { request } = await signRequest({ event: newer, secret });
    expect(await hooks.handle({ request })).toMatchObject({ outcome: 'handled' });
    expect(seen).toEqual([newer]);
    const { request: again } = await signRequest({ event: newer, secret });
    expect(await webhooks({ secrets: secret }).handle({ request: again })).toMatchObject({
      outcome: 'unhandled',
    });
  });

  it('calls nothing for what is not authentic, and tells it', async () => {
    const refused: WebhookVerificationError[] = [];
    const handler = vi.fn();
    const hooks = webhooks({ secrets: secret, onRefused: (error) => refused.push(error) }).on(
      'charge.succeeded',
      handler,
    );
    const { headers, body } = await delivery();
    const forged = hooks.handle({ body: `${String(body).slice(0, -1)} }`, headers });
    await expect(forged).rejects.toMatchObject({ name: 'WebhookVerificationError' });
    expect(handler).not.toHaveBeenCalled();
    expect(refused.map(({ code }) => code)).toEqual(['looks_reserialized']);
  });

  it.each([
    ['no id', { type: 'charge.succeeded' }],
    ['an id that is a number', { id: 1, type: 'charge.succeeded' }],
    ['no type', { id: 'evt_1' }],
  ])('refuses a signed object that is no event: %s', async (_what, event) => {
    const hooks = webhooks({ secrets: secret }).on('charge.succeeded', () => {});
    const { request } = await signRequest({ event, secret });
    await expect(hooks.handle({ request })).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('does not take a name that every object has for a handler', async () => {
    const hooks = webhooks({ secrets: secret });
    const { request } = await signRequest({ event: { ...newer, type: 'toString' }, secret });
    expect(await hooks.handle({ request })).toMatchObject({ outcome: 'unhandled' });
  });

  it.each<[string, () => unknown]>([
    [
      'type: charge.succeded',
      () => webhooks({ secrets: secret }).on('charge.succeded' as EventType, () => {}),
    ],
    [
      'type: charge.failed has a handler already',
      () =>
        webhooks({ secrets: secret })
          .on('charge.failed', () => {})
          .on('charge.failed', () => {}),
    ],
    ['handler must be a function', () => webhooks({ secrets: secret }).on('charge.failed', null as never)],
    ['secrets must be', () => webhooks({ secrets: undefined as never })],
    ['secrets must be', () => webhooks({ secrets: `${secret}\n` })],
    ['secrets must not be empty', () => webhooks({ secrets: [] })],
    ['toleranceSeconds must be', () => webhooks({ secrets: secret, toleranceSeconds: Number.NaN })],
    ['maxBodyBytes must be', () => webhooks({ secrets: secret, maxBodyBytes: -1 })],
    ['leaseSeconds must be', () => webhooks({ secrets: secret, leaseSeconds: Infinity })],
    ['leaseSeconds must be more than 0', () => webhooks({ secrets: secret, leaseSeconds: 0 })],
    ['options.tolerance is no option', () => webhooks({ secrets: secret, tolerance: 60 } as never)],
    ['now must be', () => webhooks({ secrets: secret, now: 5 as never })],
    ['onRefused must be', () => webhooks({ secrets: secret, onRefused: 'log' as never })],
    [
      'store must have a function commit',
      () => webhooks({ secrets: secret, store: { claim: () => {} } as never }),
    ],
  ])('fails at the call that is wrong: %s', (message, call) => {
    expect(call).toThrow(message);
  });

  it('takes secrets from a function, each time, and refuses with empty_secret when it has none', async () => {
    const secrets = vi.fn<() => string | undefined>(() => undefined);
    const hooks = webhooks({ secrets });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toMatchObject({
      code: 'empty_secret',
    });
    secrets.mockReturnValue(secret);
    expect(await hooks.handle({ request: (await delivery()).request })).toMatchObject({
      outcome: 'unhandled',
    });
  });
});
