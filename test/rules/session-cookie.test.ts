import { expect, test } from 'vitest';
import { readSessionToken, sessionCookie } from '../../rules/session-cookie.ts';

test('over https the cookie is bound to the host, and neither scripts nor other sites get it', () => {
  expect(sessionCookie('sess_1', 'https://pay.coffee.example', 60)).toBe(
    '__Host-autopay_session=sess_1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
  );
});

test.each(['https://pay.coffee.example', 'http://127.0.0.1:3000'])(
  'what is set at %s is read there',
  (publicUrl) => {
    const cookie = sessionCookie('sess_1', publicUrl, 60).split(';')[0];
    expect(readSessionToken(`a=b; ${cookie}; c=d`, publicUrl)).toBe('sess_1');
    expect(readSessionToken(sessionCookie('', publicUrl, 0).split(';')[0], publicUrl)).toBeNull();
  },
);

test('over https a cookie without the prefix, which a sibling could have set, is none', () => {
  expect(readSessionToken('autopay_session=sess_1', 'https://pay.coffee.example')).toBeNull();
});
