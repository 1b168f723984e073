import { useState } from 'preact/hooks';
import type { BusinessDetails as Details } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { Moment } from '../parts/values.tsx';
import { client } from '../session.ts';

/** What receipts say of the business. */
export function BusinessDetails() {
  // Not read again by itself: it would take away what is being typed.
  const live = useLive((api, options) => api.businessDetails.get(options), [], null);
  return (
    <>
      <h1>Business details</h1>
      <p class="muted">
        They stand on every receipt, in test and in live mode, those of earlier payments too. Payers read
        them.
      </p>
      <Show live={live}>{(details) => <DetailsForm key={details.updatedAt} details={details} />}</Show>
    </>
  );
}

const FIELDS = ['legalName', 'addressLines', 'country', 'taxId', 'receiptNote'] as const;

type Typed = Record<(typeof FIELDS)[number], string>;

function DetailsForm({ details }: { details: Details }) {
  const submission = useSubmission();
  const [typed, setTyped] = useState<Typed>({
    legalName: details.legalName ?? '',
    addressLines: details.addressLines.join('\n'),
    country: details.country ?? '',
    taxId: details.taxId ?? '',
    receiptNote: details.receiptNote ?? '',
  });
  const [savedAt, setSavedAt] = useState(details.updatedAt);
  const save = async () => {
    const { legalName, addressLines, country, taxId, receiptNote } = typed;
    const saved = await client.value.businessDetails.set({
      legalName: legalName || null,
      addressLines: addressLines.split('\n').filter((line) => line.trim() !== ''),
      country: country.trim().toUpperCase() || null,
      taxId: taxId || null,
      receiptNote: receiptNote || null,
    });
    setSavedAt(saved.updatedAt);
  };
  const input = (name: keyof Typed) => ({
    value: typed[name],
    onInput: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <form class="card stack" onSubmit={submission.run(save)}>
      <FormError submission={submission} fields={FIELDS} />
      <Field name="legalName" label="Legal name" hint="As your register has it." submission={submission}>
        {(control) => <input {...control} {...input('legalName')} class="input" maxLength={120} />}
      </Field>
      <Field
        name="addressLines"
        label="Address"
        hint="Line by line, without the country."
        submission={submission}
      >
        {(control) => <textarea {...control} {...input('addressLines')} class="textarea" rows={4} />}
      </Field>
      <Field
        name="country"
        label="Country"
        hint="Its two letters, such as DE or US. Receipts write it out."
        submission={submission}
      >
        {(control) => (
          <input {...control} {...input('country')} class="input" maxLength={2} autocomplete="country" />
        )}
      </Field>
      <Field name="taxId" label="Tax id" submission={submission}>
        {(control) => <input {...control} {...input('taxId')} class="input" maxLength={60} />}
      </Field>
      <Field
        name="receiptNote"
        label="Note"
        hint="At the foot of every receipt, such as why no tax is due."
        submission={submission}
      >
        {(control) => (
          <textarea {...control} {...input('receiptNote')} class="textarea" rows={3} maxLength={500} />
        )}
      </Field>
      <div class="row">
        <button class="button" disabled={submission.busy}>
          Save
        </button>
        <span class="muted" role="status">
          {savedAt !== null && (
            <>
              Saved <Moment at={savedAt} />
            </>
          )}
        </span>
      </div>
    </form>
  );
}
