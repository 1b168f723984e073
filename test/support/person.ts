import { randomBytes } from 'node:crypto';
import type { Answer, CallOptions, TestService } from './service.ts';

/** Someone who signed up, in a browser that keeps the cookie. */
export interface Person {
  email: string;
  password: string;
  merchantId: string;
  keys: { test: string; live: string };
  /** The value of a `Cookie` header. */
  cookie: string;
  /** A signed-in request from one of the service's own pages. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** A sign-up body with an unused e-mail address. */
export function signUpBody(more: object = {}) {
  const email = `owner-${randomBytes(6).toString('hex')}@coffee.example`;
  return { name: 'Coffee Club', email, password: 'correct horse battery', acknowledged: true, ...more };
}

/** Signs a new person up with a new merchant. */
export async function signUp(service: TestService, more: object = {}): Promise<Person> {
  const body = signUpBody(more);
  const answer = await service.call('POST', '/v1/signup', { body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  const cookie = cookieOf(answer);
  return {
    email: body.email,
    password: body.password,
    merchantId: answer.body.id,
    keys: answer.body.keys,
    cookie,
    call: (method, path, options) => callAs(service, cookie, method, path, options),
  };
}

/** A request with this cookie from one of the service's own pages. */
export function callAs(
  service: TestService,
  cookie: string,
  method: string,
  path: string,
  { headers, ...options }: CallOptions = {},
): Promise<Answer> {
  return service.call(method, path, { ...options, headers: { cookie, origin: service.url, ...headers } });
}

/** What the browser sends back of the cookie that a response sets. */
export function cookieOf({ headers }: Answer): string {
  return headers.get('set-cookie')!.split(';')[0]!;
}
