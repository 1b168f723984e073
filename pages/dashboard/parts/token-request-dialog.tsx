import { useState } from 'preact/hooks';
import type { TokenRequest } from '@autopay/sdk';
import { client } from '../session.ts';
import { AddressField } from './address-field.tsx';
import { Dialog } from './dialog.tsx';
import { Field, FormError, useSubmission } from './form.tsx';
import { Status } from './status.tsx';
import { Copyable } from './values.tsx';

/** Asks whoever runs the service to put a token on its registry. */
export function TokenRequestDialog({ close }: { close: () => void }) {
  const submission = useSubmission();
  const [mint, setMint] = useState('');
  const [note, setNote] = useState('');
  const [made, setMade] = useState<TokenRequest | null>(null);
  const ask = async () =>
    setMade(await client.value.tokenRequests.create({ mint, ...(note === '' ? {} : { note }) }));
  if (made)
    return (
      <Dialog title="Your request was taken" close={close}>
        <div class="stack" role="status">
          <p class="row">
            <Copyable value={made.mint} /> <Status status={made.status} />
          </p>
          <p>
            Whoever runs this service reviews it. Once it is approved the token stands in this list, and you
            can accept it. Ask them about it by <Copyable value={made.id} short={false} />
          </p>
          <button class="button button--wide" onClick={close}>
            Done
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Ask for a token" close={close}>
      <form class="stack" onSubmit={submission.run(ask)}>
        <AddressField
          name="mint"
          label="Address of the token"
          hint="The address of the token on Solana."
          submission={submission}
          value={mint}
          set={setMint}
        />
        <Field name="note" label="Why you need it" hint="Optional." submission={submission}>
          {(control) => (
            <textarea
              {...control}
              class="textarea"
              rows={3}
              maxLength={500}
              value={note}
              onInput={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <FormError submission={submission} fields={['mint', 'note']} />
        <button class="button button--wide" disabled={submission.busy}>
          Ask for it
        </button>
      </form>
    </Dialog>
  );
}
