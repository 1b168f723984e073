import { createHmac } from 'node:crypto';
import { UsageError } from './command.ts';

/** The secret that signs local deliveries. */
export interface SigningSecret {
  secret: string;
  /** The option or variable it comes from, or null if it was derived here and must be shown. */
  source: string | null;
}

/**
 * The `whsec_` of local deliveries: `--secret`, else AUTOPAY_WEBHOOK_SECRET, else one derived from the secret
 * key, so that it stays the same from run to run and `events resend` signs as `listen` does. The derivation
 * is HMAC-SHA256: it reveals neither the key nor any endpoint's secret. Throws UsageError for a given secret
 * that no verifier accepts.
 */
export function signingSecret(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  secretKey: string,
): SigningSecret {
  const variable = env['AUTOPAY_WEBHOOK_SECRET'];
  const [given, source] = option === undefined ? [variable, 'AUTOPAY_WEBHOOK_SECRET'] : [option, '--secret'];
  if (given === undefined || (given === '' && option === undefined)) {
    const derived = createHmac('sha256', secretKey)
      .update('autopay command line, webhook secret')
      .digest('hex');
    return { secret: `whsec_${derived}`, source: null };
  }
  if (/^whsec_(\.\.\.|…)/.test(given)) {
    throw new UsageError(
      `${source} is the masked form of a secret: give the whole whsec_ that was shown once.`,
    );
  }
  if (!/^whsec_[!-~]{16,250}$/.test(given)) {
    throw new UsageError(
      `${source} must be a webhook secret: whsec_ and at least 16 more characters without spaces or line breaks.`,
    );
  }
  return { secret: given, source };
}

/**
 * The value of `svc-signature` as the service makes it: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, the key being the UTF-8
 * of the whole secret, `whsec_` included.
 */
export function signBody(secret: string, body: string, timestampSeconds: number): string {
  return `t=${timestampSeconds},v1=${createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex')}`;
}
