import type { AccountFailureCode } from '../../rules/failures.ts';
import { symbolOf } from '../../rules/mandates/present-for-payer.ts';
import type { Notice } from '../../rules/notices/notice.ts';
import { receiptUrlOf } from '../charges/receipt-url.ts';
import type { Deployment } from '../deployment.ts';
import type { DueNotice } from './notify-queries.ts';

/**
 * What a payer is told of an event; null for what they are not told: what did not happen, each retry after the first, the end of an order that
 * was paid, and what is still to come of a mandate that has ended since.
 */
export function noticeOf(
  { publicUrl, secretKeys }: Pick<Deployment, 'publicUrl' | 'secretKeys'>,
  due: DueNotice,
): Notice | null {
  const { event, name, decimals, mandateId } = due;
  if (event.testEvent === true) return null;
  const token = { decimals, symbol: symbolOf(due, due.symbol) };
  const about = { product: name, token, url: `${publicUrl()}/wallet#${mandateId}` };
  const isOver = due.status !== 'active';
  switch (event.type) {
    case 'charge.succeeded': {
      const { amount } = event.data.object;
      const receipt = receiptUrlOf(secretKeys, { id: due.chargeId!, receiptNumber: due.receiptNumber });
      if (receipt === null) return null;
      const paid = {
        paidAt: event.createdAt,
        nextDueAt: due.nextDueAt,
        receiptUrl: `${publicUrl()}${receipt}`,
      };
      return { kind: 'payer_receipt', ...about, amount, ...paid };
    }
    case 'charge.upcoming': {
      const { amount, dueAt } = event.data.object;
      return isOver ? null : { kind: 'payer_upcoming', ...about, amount, dueAt };
    }
    case 'charge.failed': {
      const { amount, attempts, failure, nextAttemptAt, payer: wallet } = event.data.object;
      if (isOver || attempts > 1 || failure === null) return null;
      const cause = failure.code as AccountFailureCode;
      return { kind: 'payer_failed', ...about, wallet, amount, cause, retryAt: nextAttemptAt };
    }
    case 'charge.abandoned': {
      // Where the subscription ends with it, its end says so.
      const { amount, failure, payer: wallet } = event.data.object;
      if (isOver || failure === null) return null;
      const cause = failure.code as AccountFailureCode;
      return { kind: 'payer_given_up', ...about, wallet, amount, cause, nextDueAt: due.nextDueAt };
    }
    case 'mandate.authorization_expiring': {
      const { remaining, payments, until } = event.data.authorization;
      const url = `${about.url}/top-up`;
      return isOver ? null : { kind: 'payer_authorization', ...about, url, remaining, payments, until };
    }
    case 'mandate.revoked':
    case 'mandate.expired':
    case 'mandate.completed': {
      const { endedBy } = event.data.object;
      if (due.sellMode === 'once') return null;
      return { kind: 'payer_ended', ...about, endedBy: endedBy ?? 'term', endedAt: event.createdAt };
    }
    case 'refund.succeeded': {
      const { amount } = event.data.object;
      return { kind: 'payer_refund', ...about, amount, refundedAt: event.createdAt };
    }
    default:
      return null;
  }
}
