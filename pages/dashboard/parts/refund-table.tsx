import { may } from '../team/team.ts';
import type { Refund } from '@autopay/sdk';
import { Status } from './status.tsx';
import { Table } from './table.tsx';
import { Copyable, Moment, Money } from './values.tsx';

/** Refunds as rows; one that waits for the payee's signature can be signed. */
export function RefundTable({
  refunds,
  mint,
  sign,
}: {
  refunds: readonly Refund[];
  mint: string;
  sign: (refund: Refund) => void;
}) {
  if (refunds.length === 0) return <p class="muted">Nothing was refunded.</p>;
  return (
    <Table
      caption="Refunds"
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        { head: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { head: 'State', cell: ({ status }) => <Status status={status} /> },
        { head: 'Amount', cell: ({ amount }) => <Money amount={amount} mint={mint} />, end: true },
        { head: 'Reason', cell: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
        {
          head: 'On chain',
          cell: (refund) =>
            refund.txSignature ? (
              <Copyable value={refund.txSignature} />
            ) : refund.status === 'pending' ? (
              <button hidden={!may('submitRefund')} class="button button--quiet" onClick={() => sign(refund)}>
                Sign
              </button>
            ) : (
              (refund.failure?.message ?? '–')
            ),
        },
      ]}
    />
  );
}
