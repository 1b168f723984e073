import { type Account, isAutopayError, type Session } from '@autopay/sdk';
import { client } from '../session.ts';

/** Calls an operation that people at the dashboard alone have, so that the SDK has no method for it. */
export function ask<T extends object>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): PromiseLike<T> {
  return client.value.request<T>(method, path, body === undefined ? {} : { body });
}

/** What a person changes of how they sign in. Each resolves with the account as it is then. */
export const account = {
  get: () => ask<Account>('GET', '/v1/account'),
  change: (path: string, body?: object) => ask<Account>('POST', `/v1/account/${path}`, body ?? {}),
  remove: (path: string) => ask<Account>('DELETE', `/v1/account/${path}`),
};

/** Proves a second factor in this session. */
export const prove = (proof: object) => ask<Session>('POST', '/v1/sessions/current/second_factor', proof);

/** Whether an error asks for the second factor, which is then repeated. */
export function asksForProof(error: unknown): boolean {
  return isAutopayError(error) && error.code === 'second_factor_required';
}

/** Whether this deployment sends e-mail: the page's document says so. */
export function sendsMail(): boolean {
  return document.getElementById('dashboard')!.dataset['mail'] === 'yes';
}
