import type { PasskeyChallenge } from '@autopay/sdk';
import { InWords } from '../parts/show.tsx';
import { ask } from './account-api.ts';

/** A passkey's answer, as it goes back with what it answers. */
export interface Answered {
  challenge: string;
  passkey: string;
}

/** Lets the person choose a passkey, to sign in with or to prove. Rejects where they do not want to. */
export async function askPasskey(): Promise<Answered> {
  const { id, options } = await ask<PasskeyChallenge>('POST', '/v1/passkey_challenges');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await inWords(() => startAuthentication({ optionsJSON: JSON.parse(options) }));
  return { challenge: id, passkey: JSON.stringify(answer) };
}

/** Makes a passkey on this device or another. Rejects where the person does not want to. */
export async function makePasskey(password: string | undefined): Promise<Answered> {
  const body = password === undefined ? {} : { password };
  const { id, options } = await ask<PasskeyChallenge>('POST', '/v1/account/passkeys/challenge', body);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer = await inWords(() => startRegistration({ optionsJSON: JSON.parse(options) }));
  return { challenge: id, passkey: JSON.stringify(answer) };
}

/** Browsers say of many failures only that it was not allowed, so as to tell pages nothing. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name } = error as { name?: string };
    throw new InWords(
      name === 'InvalidStateError'
        ? 'This device has a passkey for you here already.'
        : 'No passkey was used. Try again, or use another way.',
    );
  }
}
