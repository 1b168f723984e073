import { createHmac } from 'node:crypto';
import {
  type BodySource,
  type VerifiedWebhook,
  verify,
  type VerifyOptions,
  verifySync,
} from '@autopay/webhooks-verify';
import { secret } from './delivery.ts';

/** When the tests' webhooks are signed, Unix seconds. */
export const now = 1_767_225_600;
export const body = '{"id":"evt_1","type":"charge.succeeded","name":"é 例"}';

/** Both verifiers as one kind of function. */
export const verifiers: [string, (options: BodySource & VerifyOptions) => Promise<VerifiedWebhook>][] = [
  ['verify', (options) => verify(options)],
  ['verifySync', async (options) => verifySync(options)],
];

/** `svc-signature` as the specification has it. */
export function headerFor(
  signedBody: string | Uint8Array,
  timestamp: number | string = now,
  key = secret,
): string {
  return `t=${timestamp},v1=${createHmac('sha256', key).update(`${timestamp}.`).update(signedBody).digest('hex')}`;
}
