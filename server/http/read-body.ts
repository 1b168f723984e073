import type { Request, Response } from 'express';
import { MAX_BODY_BYTES } from '../../rules/http/parse-body.ts';
import { ApiError } from '../../rules/api-error.ts';
import { hasBody } from './respond.ts';

/** The client disconnected before its request was complete: there is nobody to respond to. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/**
 * The bytes of the body, empty if there is none. Throws `request_too_large` before reading any if the
 * declared length is over the limit, otherwise at the first byte over it. The server's `requestTimeout`
 * limits the time.
 */
export async function readBody(req: Request, res: Response): Promise<Buffer> {
  if (!hasBody(req.headers)) return Buffer.alloc(0);
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new ApiError('request_too_large');
  // A client that sent `Expect: 100-continue` waits for this; one rejected above never sends its body.
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) settle(() => reject(new ApiError('request_too_large')));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, size)));
    const onGone = () => settle(() => reject(new ClientGone('The client hung up while it sent its body.')));
    function settle(outcome: () => void) {
      req.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      // Whatever is read after this is discarded, and a late reset of the connection does not matter.
      req.on('error', () => {});
      outcome();
    }
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}
