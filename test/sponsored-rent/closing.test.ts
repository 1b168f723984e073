import { describe, expect, test } from 'vitest';
import { closingOf } from '../../server/sponsored-rent/closing.ts';

describe('how a subscription whose rent was sponsored is closed', () => {
  const subscription = { expiresAt: 0n, initId: 7n } as never;
  const around = (changes: object) => ({
    subscription,
    plan: { endsAt: 0n } as never,
    authority: { initId: 7n } as never,
    ...changes,
  });

  test('follows from what is on chain', () => {
    expect(closingOf(around({}), 1_000)).toBeNull();
    expect(closingOf(around({ plan: null }), 1_000)).toBe('revoke');
    const cancelled = { expiresAt: 1_000n, initId: 7n };
    expect(closingOf(around({ subscription: cancelled }), 1_004)).toBeNull();
    expect(closingOf(around({ subscription: cancelled }), 1_005)).toBe('revoke');
    expect(closingOf(around({ plan: { endsAt: 1_000n } }), 1_005)).toBeNull();
    expect(closingOf(around({ plan: { endsAt: 1_000n } }), 1_006)).toBe('revoke');
    expect(closingOf(around({ authority: null }), 1_000)).toBe('abandon');
    expect(closingOf(around({ authority: { initId: 8n } }), 1_000)).toBe('abandon');
  });
});
