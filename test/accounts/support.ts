import { Secret, TOTP } from 'otpauth';
import { callAs, cookieOf, type Person } from '../support/person.ts';
import type { Answer, TestService } from '../support/service.ts';
import type { SoftwarePasskey } from './software-passkey.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs a person in once more; the session's calls. */
export async function signInAgain(
  service: TestService,
  { email, password }: Pick<Person, 'email' | 'password'>,
  headers: Record<string, string> = {},
) {
  const answer = await service.call('POST', '/v1/sessions', { body: { email, password }, headers });
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return { answer, ...callerOf(service, cookieOf(answer)) };
}

/** Calls with a cookie. */
export function callerOf(service: TestService, cookie: string) {
  return {
    cookie,
    call: (method: string, path: string, body?: unknown): Promise<Answer> =>
      callAs(service, cookie, method, path, body === undefined ? {} : { body }),
  };
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** The code that an app shows at a time, `steps` of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Adds an app by the password; the secret, and the account with its recovery codes. */
export async function addApp(call: Call, password: string) {
  const started = await call('POST', '/v1/account/app', { password });
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  const { id, secret } = started.body as { id: string; secret: string };
  // The code before this one: the next one is still unused.
  const added = await call('POST', '/v1/account/app/confirm', { challenge: id, code: codeOf(secret, -1) });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return { secret, codes: added.body.recoveryCodes as string[], account: added.body };
}

/** Adds a passkey. */
export async function addPasskey(call: Call, passkey: SoftwarePasskey, password?: string): Promise<Answer> {
  const asked = await call(
    'POST',
    '/v1/account/passkeys/challenge',
    password === undefined ? {} : { password },
  );
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  const { id: challenge, options } = asked.body as { id: string; options: string };
  return call('POST', '/v1/account/passkeys', {
    challenge,
    name: 'Laptop',
    passkey: passkey.create(options),
  });
}

/** Makes the person's factors as old as they must be to count for money. */
export async function ageFactors({ db }: TestService): Promise<void> {
  for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes']) {
    await db`update ${db(table)} set trusted_from = 0`;
  }
}
