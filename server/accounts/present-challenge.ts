import type { components } from '../generated/api.ts';
import type { NewApp } from './authenticator-app.ts';
import type { AskedPasskey } from './passkeys.ts';

type Schemas = components['schemas'];

export function presentAsked(
  { challenge, options, expiresAt }: AskedPasskey,
  { livemode, now }: { livemode: boolean; now: number },
): Schemas['PasskeyChallenge'] {
  return { object: 'passkey_challenge', id: challenge, livemode, createdAt: now, expiresAt, options };
}

export function presentNewApp(
  { challenge, secret, uri, expiresAt }: NewApp,
  { livemode, now }: { livemode: boolean; now: number },
): Schemas['AuthenticatorApp'] {
  return { object: 'authenticator_app', id: challenge, livemode, createdAt: now, expiresAt, secret, uri };
}
