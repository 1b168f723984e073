import type { Charge } from '@autopay/sdk';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';
import { NameOf } from './bought.tsx';
import { ChargeState } from './status.tsx';
import { type Column, Table } from './table.tsx';
import { Moment, MomentLink, Money } from './values.tsx';

/** Charges as rows that lead to them; with whose they are unless that is said already. */
export function ChargeTable({
  charges,
  ofOneMandate = false,
}: {
  charges: readonly Charge[];
  ofOneMandate?: boolean;
}) {
  const payer: Column<Charge> = {
    head: 'Payer',
    cell: ({ payer }) => (
      <span class="mono short" title={payer}>
        {shortAddress(payer)}
      </span>
    ),
  };
  const created: Column<Charge> = {
    head: 'Created',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    orders: true,
  };
  const ofMandate: Column<Charge>[] = [
    { head: 'Period', cell: ({ periodIndex }) => periodIndex + 1, end: true },
    { head: 'Attempts', cell: ({ attempts }) => attempts, end: true },
  ];
  const bought: Column<Charge> = { head: 'Bought', cell: ({ name }) => <NameOf name={name} /> };
  return (
    <Table
      caption="Payments"
      rows={charges}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Due', cell: ({ id, dueAt }) => <MomentLink at={dueAt} href={hrefOf(`/charges/${id}`)} /> },
        { head: 'State', cell: (charge) => <ChargeState charge={charge} /> },
        { head: 'Amount', cell: ({ amount, mint }) => <Money amount={amount} mint={mint} />, end: true },
        ...(ofOneMandate ? ofMandate : [payer, bought, created]),
      ]}
    />
  );
}
