import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FuzzRequest } from './requests.ts';

/** A request with everything that proves its sender. */
export type Sendable = Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>;

/** A few connections that are kept, as a busy client has. */
export const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Moving a test clock settles whatever falls due in it. */
const ANSWER_MS = 60_000;

/** The status and the body of the response, as text. Rejects where there is none. */
export function send(
  url: string,
  { method, path, headers, body }: Sendable,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const { hostname, port } = new URL(url);
  const bytes = body === null ? null : Buffer.from(body, 'latin1');
  const length = bytes === null ? {} : { 'content-length': bytes.length };
  const outgoing = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } });
  outgoing.setTimeout(ANSWER_MS, () => outgoing.destroy(new Error(`no answer within ${ANSWER_MS} ms`)));
  // After the response a rejected upload is cut off, which is expected.
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    text(response).then((body) => resolve({ status: response.statusCode!, text: body }), reject);
  });
  outgoing.end(bytes ?? undefined);
  return promise;
}
