import { ApiError } from '../../rules/api-error.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { checkAppCode, spendAppCode } from './authenticator-app.ts';
import { forgetGuesses, spendCode } from './factor-queries.ts';
import { usePasskey } from './passkeys.ts';
import { markProven, type SessionRow } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

/** One way to prove a second factor. */
export interface Proof {
  /** Of the authenticator app. */
  code?: string | undefined;
  recoveryCode?: string | undefined;
  /** Of the passkey, with its answer. */
  challenge?: string | undefined;
  passkey?: string | undefined;
}

/** Whose session. `now` in real time. */
export interface Proving {
  accountId: string;
  sessionId: string;
  now: number;
}

/**
 * Proves a second factor in a session, which opens it. Returns the session. Throws parameter_missing, parameter_invalid, invalid_credentials,
 * rate_limit_exceeded.
 */
export async function proveFactor(
  deployment: Pick<Deployment, 'db' | 'secretKeys' | 'publicUrl'>,
  proof: Proof,
  proving: Proving,
): Promise<SessionRow> {
  const { code, recoveryCode, challenge, passkey: answer } = requireOneProof(proof);
  const { db } = deployment;
  const { accountId, now } = proving;
  if (code !== undefined) {
    const { app, step } = await checkAppCode(deployment, { accountId, code, now });
    return db.begin(async (tx) => {
      await spendAppCode(tx, accountId, step);
      return proven(tx, proving, app.trustedFrom);
    });
  }
  if (recoveryCode !== undefined) {
    return db.begin(async (tx) => {
      const spent = await spendCode(tx, { accountId, codeHash: hashRecoveryCode(recoveryCode), now });
      if (spent === null) {
        throw new ApiError('invalid_credentials', {
          message: 'This is no recovery code of yours, or it was used.',
        });
      }
      await forgetGuesses(tx, accountId);
      return proven(tx, proving, spent.trustedFrom);
    });
  }
  const answered = { accountId, challenge: challenge!, answer: answer!, now };
  return usePasskey(deployment, answered, (tx, row) => proven(tx, proving, row.trustedFrom));
}

async function proven(
  tx: Tx,
  { accountId, sessionId, now }: Proving,
  trustedFrom: number,
): Promise<SessionRow> {
  const session = await markProven(
    tx,
    { accountId, id: sessionId },
    { at: now, trusted: trustedFrom <= now },
  );
  if (session === null) throw new ApiError('unauthenticated');
  return session;
}

function requireOneProof(proof: Proof): Proof {
  const { code, recoveryCode, challenge, passkey } = proof;
  const given = [code, recoveryCode, passkey].filter((each) => each !== undefined).length;
  if (given === 0) {
    throw new ApiError('parameter_missing', {
      param: 'code',
      message: 'Send one of code, recoveryCode, or challenge and passkey.',
    });
  }
  if (given > 1) {
    throw new ApiError('parameter_invalid', { message: 'Send only one of code, recoveryCode and passkey.' });
  }
  if (passkey !== undefined && challenge === undefined) {
    throw new ApiError('parameter_missing', {
      param: 'challenge',
      message: 'Send the challenge that the passkey answered.',
    });
  }
  return proof;
}
