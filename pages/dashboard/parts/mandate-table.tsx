import type { Mandate } from '@autopay/sdk';
import { periodInWords, shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';
import { NameOf } from './bought.tsx';
import { Status } from './status.tsx';
import { Table } from './table.tsx';
import { Moment, Money } from './values.tsx';

/** Mandates as rows that lead to them. */
export function MandateTable({
  mandates,
  ordered = false,
}: {
  mandates: readonly Mandate[];
  /** Whether it is a list that the head of its last column turns round. */
  ordered?: boolean;
}) {
  return (
    <Table
      caption="Subscriptions"
      rows={mandates}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Payer',
          cell: ({ id, payer }) => (
            <a href={hrefOf(`/mandates/${id}`)} class="mono short" title={payer}>
              {shortAddress(payer)}
            </a>
          ),
        },
        { head: 'Bought', cell: (mandate) => <NameOf name={mandate.name} /> },
        { head: 'State', cell: ({ status }) => <Status status={status} /> },
        {
          head: 'Amount',
          cell: ({ amountPerPeriod, mint }) => <Money amount={amountPerPeriod} mint={mint} />,
          end: true,
        },
        { head: 'How often', cell: (mandate) => oftenInWords(mandate) },
        { head: 'Paid', cell: ({ periodsCharged, maxPeriods }) => paidInWords(periodsCharged, maxPeriods) },
        { head: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} />, orders: ordered },
      ]}
    />
  );
}

/** How often a mandate is charged. */
export function oftenInWords({ sellMode, periodSeconds }: Mandate): string {
  return sellMode === 'once' ? 'once' : periodInWords(periodSeconds);
}

/** How many periods were paid, of how many. */
export function paidInWords(periodsCharged: number, maxPeriods: number | null): string {
  return maxPeriods === null ? String(periodsCharged) : `${periodsCharged} of ${maxPeriods}`;
}
