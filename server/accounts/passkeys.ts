import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { PASSKEY_CHALLENGE_SECONDS } from '../../rules/lifetimes.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { newId, newSecret } from '../lib/ids.ts';
import {
  findHolder,
  insertFactorChallenge,
  listPasskeys,
  lockPasskey,
  notePasskeyUse,
  type PasskeyRow,
  takeFactorChallenge,
} from './factor-queries.ts';
import { lockForSignIn } from './sign-in-queries.ts';

/** What a browser asks a passkey. `options` is JSON. */
export interface AskedPasskey {
  challenge: string;
  options: string;
  expiresAt: number;
}

/** Whom passkeys are for: pages of this origin, under this name. */
interface RelyingParty {
  origin: string;
  id: string;
}

/** EdDSA, ES256 and RS256: what authenticators know, and Node verifies without an experiment (IANA COSE Algorithms). */
const ALGORITHMS = [-8, -7, -257];

type Parts = Pick<Deployment, 'db' | 'publicUrl'>;

/** Asks for a new passkey, which signs in by itself and verifies its person each time. Throws parameter_invalid where there can be none. */
export async function askNewPasskey(
  { db, publicUrl, name }: Parts & Pick<Deployment, 'name'>,
  { accountId, email, now }: { accountId: string; email: string; now: number },
): Promise<AskedPasskey> {
  const party = partyOf(publicUrl());
  const known = await listPasskeys(db, accountId);
  const options = await generateRegistrationOptions({
    rpName: name ?? party.id,
    rpID: party.id,
    userID: new TextEncoder().encode(accountId),
    userName: email,
    userDisplayName: email,
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
  });
  return store(db, { purpose: 'add_passkey', accountId, options, now });
}

/** Asks for a passkey that there is: one of `accountId`'s, or whichever the person chooses, which then says who it is. */
export async function askPasskey(
  { db, publicUrl }: Parts,
  { accountId, now }: { accountId: string | null; now: number },
): Promise<AskedPasskey> {
  const known = accountId === null ? null : await listPasskeys(db, accountId);
  const options = await generateAuthenticationOptions({
    rpID: partyOf(publicUrl()).id,
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
    ...(known && {
      allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    }),
  });
  return store(db, { purpose: 'use_passkey', accountId, options, now });
}

/**
 * The passkey that a browser made, as a row without its times. Uses the challenge up, whatever was answered to it. Throws invalid_credentials.
 */
export async function verifyNewPasskey(
  { db, publicUrl }: Parts,
  {
    accountId,
    challenge,
    answer,
    now,
  }: { accountId: string; challenge: string; answer: string; now: number },
): Promise<Pick<PasskeyRow, 'id' | 'accountId' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const party = partyOf(publicUrl());
  const asked = await takeFactorChallenge(db, { id: challenge, purpose: 'add_passkey', accountId }, now);
  if (asked === null) throw refused('This took too long. Begin again.');
  const { registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      response: JSON.parse(answer) as RegistrationResponseJSON,
      expectedChallenge: Buffer.from(asked.content).toString(),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw refused('The passkey did not answer as it must.');
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    id: newId('passkey'),
    accountId,
    credentialId,
    publicKey,
    counter,
    transports: transports.slice(0, 8),
  };
}

/**
 * Finds the passkey that answered, and runs `work` with it in the transaction that notes its use. Uses the challenge up, whatever was answered
 * to it. With `accountId` it must be one of theirs. Checks origin, the person's verification, signature and counter. Throws invalid_credentials.
 */
export async function usePasskey<T>(
  { db, publicUrl }: Parts,
  {
    accountId,
    challenge,
    answer,
    now,
  }: { accountId: string | null; challenge: string; answer: string; now: number },
  work: (tx: Tx, passkey: PasskeyRow) => Promise<T>,
): Promise<T> {
  const party = partyOf(publicUrl());
  // In no transaction, so that it stays used up when the answer is wrong.
  const asked = await takeFactorChallenge(db, { id: challenge, purpose: 'use_passkey', accountId }, now);
  if (asked === null) throw refused('This took too long. Try again.');
  const response = await orRefused(() => JSON.parse(answer) as AuthenticationResponseJSON);
  if (typeof response?.id !== 'string') throw refused('The passkey did not answer as it must.');
  const verified = await db.begin(async (tx) => {
    // The account first, as all who change it do.
    const holder = await findHolder(tx, response.id);
    if (holder !== null) await lockForSignIn(tx, holder, null);
    const row = await lockPasskey(tx, response.id);
    if (row === null || (accountId !== null && row.accountId !== accountId)) {
      throw refused('This passkey is not known here. It may have been removed.');
    }
    const { verified, authenticationInfo } = await orRefused(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: Buffer.from(asked.content).toString(),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
        requireUserVerification: true,
      }),
    );
    if (!verified) throw refused('The passkey did not answer as it must.');
    await notePasskeyUse(tx, { id: row.id, counter: authenticationInfo.newCounter, at: now });
    return { done: await work(tx, row) };
  });
  return verified.done;
}

async function store(
  db: Deployment['db'],
  {
    purpose,
    accountId,
    options,
    now,
  }: {
    purpose: 'add_passkey' | 'use_passkey';
    accountId: string | null;
    options: { challenge: string };
    now: number;
  },
): Promise<AskedPasskey> {
  const challenge = newSecret('fch_');
  const expiresAt = now + PASSKEY_CHALLENGE_SECONDS;
  const content = Buffer.from(options.challenge);
  await insertFactorChallenge(db, { id: challenge, purpose, accountId, content, createdAt: now, expiresAt });
  return { challenge, options: JSON.stringify(options), expiresAt };
}

/** Browsers give passkeys to names alone (WebAuthn, section 5.1.3). Throws parameter_invalid at an address that is a number. */
function partyOf(publicUrl: string): RelyingParty {
  const { hostname } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { origin: publicUrl, id: hostname };
  throw new ApiError('parameter_invalid', {
    message: `Passkeys need a name in place of ${hostname}. Open the dashboard by its name, such as localhost.`,
  });
}

/** What the library throws, it throws about the answer. */
async function orRefused<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refused('The passkey did not answer as it must.', error);
  }
}

function refused(message: string, cause?: unknown): ApiError {
  return new ApiError('invalid_credentials', { message, ...(cause === undefined ? {} : { cause }) });
}
