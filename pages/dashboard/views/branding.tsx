import { useState } from 'preact/hooks';
import type { Branding as BrandingOf } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { BrandPreview } from '../parts/brand-preview.tsx';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { client } from '../session.ts';

/** What is typed for each field of a brand; empty for none. */
interface Typed {
  logoUrl: string;
  accentColor: string;
  supportEmail: string;
  supportUrl: string;
}

const FIELDS = ['logoUrl', 'accentColor', 'supportEmail', 'supportUrl'] as const;

/** Where the picker begins while there is no colour: the pages' own. */
const OWN_COLOR = '#3a3fd0';

/** How the merchant's pages look to payers, and where these turn to. */
export function Branding() {
  // Nobody else changes it, and what is typed must stay.
  const live = useLive((api, options) => api.branding.current(options), [], null);
  return (
    <>
      <h1>Branding</h1>
      <p class="muted">
        Your payers see it at the checkout, in their wallet’s list and on receipts, in test and live mode.
      </p>
      <Show live={live}>{(brand) => <BrandForm brand={brand} />}</Show>
    </>
  );
}

function BrandForm({ brand }: { brand: BrandingOf }) {
  const submission = useSubmission();
  const [typed, setTyped] = useState<Typed>({
    logoUrl: brand.logoUrl ?? '',
    accentColor: brand.accentColor ?? '',
    supportEmail: brand.supportEmail ?? '',
    supportUrl: brand.supportUrl ?? '',
  });
  const [saved, setSaved] = useState(false);
  const type = (field: keyof Typed) => (event: { currentTarget: HTMLInputElement }) => {
    setSaved(false);
    setTyped({ ...typed, [field]: event.currentTarget.value.trim() });
  };
  const save = submission.run(async () => {
    const given = Object.fromEntries(FIELDS.map((field) => [field, typed[field] || null]));
    await client.value.branding.set(given);
    setSaved(true);
  });
  const input = (field: keyof Typed, props: Record<string, unknown>) => (control: object) => (
    <input {...control} {...props} class="input" value={typed[field]} onInput={type(field)} />
  );
  return (
    <div class="tools">
      <form class="card stack" onSubmit={save} noValidate>
        <Field
          name="logoUrl"
          label="Address of your logo"
          hint="https. At most 40 pixels high, beside your name. Payers’ browsers load it from there."
          submission={submission}
        >
          {input('logoUrl', { type: 'url', maxLength: 2000, placeholder: 'https://' })}
        </Field>
        <Field
          name="accentColor"
          label="Colour"
          hint="Of buttons and links, such as #0b7a5a. Where it would be hard to read, the nearest that is not is shown."
          submission={submission}
        >
          {(control) => (
            <div class="row color">
              {input('accentColor', { maxLength: 7, placeholder: OWN_COLOR, spellcheck: false })(control)}
              <input
                class="swatch"
                type="color"
                aria-label="Pick a colour"
                value={isColor(typed.accentColor) ? typed.accentColor : OWN_COLOR}
                onInput={type('accentColor')}
              />
            </div>
          )}
        </Field>
        <Field
          name="supportEmail"
          label="E-mail address for questions"
          hint="Payers find it wherever something did not work."
          submission={submission}
        >
          {input('supportEmail', { type: 'email', maxLength: 254, placeholder: 'help@' })}
        </Field>
        <Field
          name="supportUrl"
          label="Page that helps"
          hint="https. Shown before the e-mail address."
          submission={submission}
        >
          {input('supportUrl', { type: 'url', maxLength: 2000, placeholder: 'https://' })}
        </Field>
        <FormError submission={submission} fields={FIELDS} />
        <button class="button" disabled={submission.busy}>
          Save
        </button>
        <p class="message" data-tone="good" role="status" hidden={!saved}>
          {saved ? 'Saved. Payers see it from now on.' : ''}
        </p>
      </form>
      <BrandPreview
        logoUrl={typed.logoUrl.startsWith('https://') ? typed.logoUrl : null}
        accentColor={isColor(typed.accentColor) ? typed.accentColor : null}
        support={typed.supportUrl || typed.supportEmail || null}
      />
    </div>
  );
}

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
