import { useState } from 'preact/hooks';
import { type Charge, type Refund, toAtomic } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { tokenOf } from '../tokens.ts';
import { client } from '../session.ts';
import { Dialog } from './dialog.tsx';
import { Field, FormError, useSubmission } from './form.tsx';

/** Refunds a charge, all that is left of it or a part. */
export function RefundDialog({
  charge,
  close,
  onMade,
}: {
  charge: Charge;
  close: () => void;
  onMade: (refund: Refund) => void;
}) {
  const submission = useSubmission();
  const token = tokenOf(charge.mint);
  const decimals = token?.decimals ?? 0;
  const left = (BigInt(charge.amount) - BigInt(charge.refundedAmount)).toString();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const refund = async () => {
    setProblem(null);
    const atomic = amount === '' ? null : atomicOf(amount, decimals);
    if (atomic instanceof Error) return setProblem(atomic.message);
    const body = { ...(atomic === null ? {} : { amount: atomic }), ...(reason === '' ? {} : { reason }) };
    onMade(await client.value.charges.refund(charge.id, body));
  };
  return (
    <Dialog title="Refund this payment" close={close}>
      <form class="stack" onSubmit={submission.run(refund)}>
        <Field
          name="amount"
          label={`Amount in ${token?.symbol ?? 'atomic units'}`}
          hint={`Empty for all that is left: ${amountInWords(left, decimals)}.`}
          submission={submission}
        >
          {(control) => (
            <input
              {...control}
              class="input"
              inputMode="decimal"
              autocomplete="off"
              value={amount}
              onInput={(event) => setAmount(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        {problem && (
          <p class="message" data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        <Field name="reason" label="Reason" hint="For your own records. Optional." submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              maxLength={500}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="muted small">
          If the wallet that was paid lets this service refund for it, the refund is sent at once. Otherwise
          you sign it with that wallet next.
        </p>
        <FormError submission={submission} fields={['amount', 'reason']} />
        <button class="button button--wide" disabled={submission.busy}>
          Refund
        </button>
      </form>
    </Dialog>
  );
}

function atomicOf(amount: string, decimals: number): string | Error {
  try {
    return toAtomic(amount, decimals);
  } catch (error) {
    return error instanceof RangeError ? error : new Error('Write the amount in digits, such as 12.50.');
  }
}
