import { type Answer, answer, checkReceiver, type Receiver } from './answer.ts';
import type { RawBody } from './options.ts';
import type { HeadersLike } from './signature-header.ts';

/** The parts used of an event from API Gateway (REST and HTTP API), a function URL or a load balancer. */
export interface LambdaEvent {
  headers?: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** The result that Lambda's gateways turn into an HTTP response. */
export interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * A Lambda handler for API Gateway (REST and HTTP API), function URLs and load balancers: `export const
 * handler = lambdaWebhooks(hooks)`. An error of a handler fails the invocation: the gateway responds with
 * 5xx, and the service retries.
 */
export function lambdaWebhooks(receiver: Receiver): (event: LambdaEvent) => Promise<LambdaResult> {
  checkReceiver(receiver);
  return async ({ headers, multiValueHeaders, body, isBase64Encoded }) => {
    const given = body ?? '';
    const raw = isBase64Encoded && typeof given === 'string' ? bytesOfBase64(given) : given;
    const all: HeadersLike = headers ?? multiValueHeaders ?? {};
    const {
      status,
      headers: own,
      body: text,
    }: Answer = await answer(receiver, { body: raw, headers: all }, 'lambda');
    return { statusCode: status, headers: own, body: text };
  };
}

function bytesOfBase64(text: string): RawBody {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return text; // not base64 after all: its signature will not match
  }
}
