import { describe, expect, it } from 'vitest';
import { verify } from '@autopay/webhooks-verify';
import { newSecret } from '../../server/lib/ids.ts';
import { signWebhook } from '../../server/webhooks/sign-webhook.ts';
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' };

describe('signing a delivery', () => {
  const written = vectors.accepted.filter((vector) => !('verifierOnly' in vector));

  it.each(written)('writes what OpenSSL computes: $name', ({ secret, body, timestamp, header }) => {
    expect(signWebhook(secret, Buffer.from(body), timestamp)).toBe(header);
  });

  it('is accepted by the published verifier, with a secret as the service makes them', async () => {
    const secret = newSecret('whsec_');
    const body = Buffer.from('{"id":"evt_1","type":"charge.succeeded"}');
    const header = signWebhook(secret, body, 1_767_225_600);
    const verified = await verify({ body, header, secrets: secret, now: 1_767_225_600 });
    expect(verified.event.id).toBe('evt_1');
  });
});
