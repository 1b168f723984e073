import { ApiError } from '../../rules/api-error.ts';
import { SECOND_FACTOR_SECONDS } from '../../rules/lifetimes.ts';

/** What a session knows of its person's second factor. Times are real time. */
export interface ProvenFactor {
  /** When a second factor was last proven in this session; null: never. */
  secondFactorAt: number | null;
  /** Whether that one was there for a day, or was added with one that was. */
  secondFactorTrusted: boolean;
}

/**
 * Whether the person has lately proven a second factor that a thief of the password could not have added: for what a stolen password
 * must not do. One that was added with the password alone counts after a day, in which its owner can notice.
 */
export function hasFreshSecondFactor(session: ProvenFactor, now: number): boolean {
  return session.secondFactorTrusted && provedLately(session, now);
}

/** Whether any second factor was proven in the last 10 minutes: enough to change what one signs in with oneself. */
export function provedLately({ secondFactorAt }: ProvenFactor, now: number): boolean {
  return secondFactorAt !== null && now - secondFactorAt <= SECOND_FACTOR_SECONDS;
}

/** Throws second_factor_required unless the session has lately proven one. */
export function requireProvedLately(session: ProvenFactor, now: number): void {
  if (!provedLately(session, now)) throw new ApiError('second_factor_required');
}

/** Since when a factor counts that is added in this session at `now`. */
export function trustedFrom(session: ProvenFactor, now: number): number {
  return hasFreshSecondFactor(session, now) ? now : now + UNTRUSTED_SECONDS;
}

/** As long as a change of the payout wallet waits without a second factor: adding one first is no way around that. */
const UNTRUSTED_SECONDS = 86_400;
