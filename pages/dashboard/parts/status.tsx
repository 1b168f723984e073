import type { Charge } from '@autopay/sdk';
import { stateInWords } from './status-words.ts';

/** How good a state is: green for what is paid and running, amber for what waits, red for what failed or was stopped. */
const TONES: Record<string, 'good' | 'warn' | 'bad'> = {
  active: 'good',
  approved: 'good',
  completed: 'good',
  delivered: 'good',
  landed: 'good',
  open: 'good',
  succeeded: 'good',
  ending: 'warn',
  pending: 'warn',
  processing: 'warn',
  retrying: 'warn',
  scheduled: 'warn',
  abandoned: 'bad',
  exhausted: 'bad',
  expired: 'bad',
  failed: 'bad',
  refused: 'bad',
  rejected: 'bad',
  revoked: 'bad',
};

/** A charge's state, and whether it was refunded. What was planned when its mandate ended is called off, though it is skipped only when it would have been due. */
export function ChargeState({ charge }: { charge: Charge }) {
  const { status, nextAttemptAt, amount, refundedAmount } = charge;
  const isOff = nextAttemptAt === null && (status === 'scheduled' || status === 'retrying');
  if (isOff) return <span class="badge">called off</span>;
  return (
    <>
      <Status status={status} />
      {refundedAmount !== '0' && (
        <>
          {' '}
          <span class="badge">{refundedAmount === amount ? 'refunded' : 'partly refunded'}</span>
        </>
      )}
    </>
  );
}

/** An object's state as a badge. A state that this page does not know yet is shown plainly. */
export function Status({ status }: { status: string }) {
  return (
    <span class="badge" data-tone={TONES[status]}>
      {stateInWords(status)}
    </span>
  );
}

/** Marks an event that did not happen: the merchant asked for it, to try an endpoint. Nothing for those that did. */
export function TestMark({ of }: { of: { testEvent?: true } }) {
  return (
    of.testEvent && (
      <>
        {' '}
        <span class="badge" data-tone="warn">
          test event
        </span>
      </>
    )
  );
}
