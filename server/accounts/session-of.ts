import type { RequestContext, SessionAuth } from '../http/context.ts';

/** The session of an operation that only signed-in people can call. */
export function sessionOf({ auth }: Pick<RequestContext, 'auth'>): SessionAuth {
  if (auth?.kind === 'session') return auth;
  throw new Error('Bug: this operation lets requests in without a session.');
}
