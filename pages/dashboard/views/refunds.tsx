import type { Autopay, Mandate, Query, Refund } from '@autopay/sdk';
import { useState } from 'preact/hooks';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { WHOLE_ADDRESS, WHOLE_MANDATE } from '../parts/filter.tsx';
import { FilteredList } from '../parts/filtered-list.tsx';
import type { PageToRead } from '../parts/paged-list.tsx';
import { useSaleFilters } from '../parts/sale-filters.ts';
import { SignRefund } from '../parts/sign-refund.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Copyable, MomentLink, Money } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';

const STATES = ['pending', 'succeeded', 'failed'] as const;

/** A refund with its mandate, which says in which token it is and who signs it. */
export interface RefundOfMandate {
  refund: Refund;
  mandate: Mandate;
}

/** Every refund of the merchant. What failed, and what waits for a signature, stands out. */
export function Refunds() {
  const more = useSaleFilters();
  const [signing, setSigning] = useState<RefundOfMandate | null>(null);
  return (
    <>
      <FilteredList
        heading={<h1>Refunds</h1>}
        filters={[
          { name: 'status', label: 'State', options: STATES },
          { name: 'payer', label: 'Payer', wants: WHOLE_ADDRESS },
        ]}
        more={[{ name: 'mandate', label: 'Subscription', wants: WHOLE_MANDATE }, ...more]}
        ordered
        downloads={(filter) => <DownloadCsv list="refunds" filter={filter} />}
        one="refund"
        read={readRefunds}
        about={
          <p>
            A refund is made on its payment, in part or in whole.{' '}
            <a href={hrefOf('/charges', { status: 'succeeded' })}>Choose a payment</a> and press Refund there.
          </p>
        }
      >
        {(rows) => <RefundList rows={rows} sign={setSigning} />}
      </FilteredList>
      {signing && (
        <SignRefund refund={signing.refund} mandate={signing.mandate} close={() => setSigning(null)} />
      )}
    </>
  );
}

/** Where a refund went, what went wrong, or the button that signs it. */
export function RefundEnd({ row, sign }: { row: RefundOfMandate; sign: (row: RefundOfMandate) => void }) {
  const { status, txSignature, failure } = row.refund;
  if (txSignature !== null) return <Copyable value={txSignature} />;
  if (status === 'pending') {
    return (
      <span class="row">
        <span>Nothing is paid back until you sign.</span>
        <button class="button" onClick={() => sign(row)}>
          Sign
        </button>
      </span>
    );
  }
  return <span>{failure?.message ?? '–'}</span>;
}

function RefundList({
  rows,
  sign,
}: {
  rows: readonly RefundOfMandate[];
  sign: (row: RefundOfMandate) => void;
}) {
  return (
    <Table
      caption="Refunds"
      rows={rows}
      keyOf={({ refund }) => refund.id}
      toneOf={({ refund: { status } }) =>
        status === 'failed' ? 'bad' : status === 'pending' ? 'warn' : undefined
      }
      columns={[
        {
          head: 'Created',
          cell: ({ refund: { id, createdAt } }) => (
            <MomentLink at={createdAt} href={hrefOf(`/refunds/${id}`)} />
          ),
          orders: true,
        },
        { head: 'State', cell: ({ refund }) => <Status status={refund.status} /> },
        {
          head: 'Amount',
          cell: ({ refund, mandate }) => <Money amount={refund.amount} mint={mandate.mint} />,
          end: true,
        },
        {
          head: 'Payment',
          cell: ({ refund }) => <a href={hrefOf(`/charges/${refund.chargeId}`)}>its payment</a>,
        },
        { head: 'Reason', cell: ({ refund }) => <bdi>{refund.reason ?? '–'}</bdi> },
        { head: 'On chain', cell: (row) => <RefundEnd row={row} sign={sign} /> },
      ]}
    />
  );
}

/** A mandate's token and parties never change, and a list is read again every few seconds. */
const mandates = new Map<string, Promise<Mandate>>();

/** The mandate of a refund, read once. */
export function mandateOf(api: Autopay, { mandateId }: Refund): Promise<Mandate> {
  const known = mandates.get(mandateId);
  if (known !== undefined) return known;
  const read = Promise.resolve(api.mandates.get(mandateId));
  mandates.set(mandateId, read);
  read.catch(() => mandates.delete(mandateId));
  return read;
}

async function readRefunds(
  api: Autopay,
  asked: Query<'listRefunds'> & Partial<PageToRead>,
  options: { signal: AbortSignal },
) {
  const { data, nextCursor } = await api.refunds.list(asked, options);
  const rows = await Promise.all(
    data.map(async (refund) => ({ refund, mandate: await mandateOf(api, refund) })),
  );
  return { data: rows, nextCursor };
}
