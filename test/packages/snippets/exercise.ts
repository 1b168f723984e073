import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

/** Posts to what a page made, and returns the status. */
export type Receiver = (request: {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}) => Promise<number>;

/**
 * Sends an event as the service does, the same once more, one that was tampered with, and one without a signature. The first two must be
 * accepted, the others refused as the sender's fault.
 */
export async function exercise(receive: Receiver): Promise<void> {
  const body = process.env['SNIPPET_EVENT']!;
  const send = (text: string, signature: string | null) =>
    receive({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === null ? {} : { 'svc-signature': signature }),
      },
      body: text,
    });
  const signature = sign(body);
  assert.equal(Math.floor((await send(body, signature)) / 100), 2, 'a signed webhook is accepted');
  assert.equal(Math.floor((await send(body, signature)) / 100), 2, 'a webhook that comes twice is accepted');
  assert.equal(await send(body.replace('{', '{ '), signature), 400, 'a webhook that was changed is refused');
  assert.equal(await send(body, null), 400, 'a webhook without a signature is refused');
}

/** `svc-signature` as the service makes it. */
function sign(body: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', process.env['AUTOPAY_WEBHOOK_SECRET']!).update(`${seconds}.${body}`);
  return `t=${seconds},v1=${mac.digest('hex')}`;
}
