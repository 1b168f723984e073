import { Field, type Submission } from './form.tsx';
import { FieldProblem } from './show.tsx';

/** What a link or product says of itself beside its terms, as it is typed. */
export interface Texts {
  description: string;
  /** Of a product its picture, of a link where payers go once they have paid. */
  address: string;
  /** One entry a line: `key: value`. */
  metadata: string;
}

/** The address that each kind has. */
export type AddressName = 'imageUrl' | 'successUrl';

const ADDRESSES: Record<AddressName, { label: string; hint: string }> = {
  imageUrl: {
    label: 'Address of a picture',
    hint: 'https. Shown on its page and in previews of links to it.',
  },
  successUrl: {
    label: 'Where payers go after paying',
    hint: 'https. The subscription’s id is added, so that your page can look it up.',
  },
};

/** The fields that have an error of their own. */
export const textNames = (address: AddressName) => ['description', address, 'metadata'];

/** The texts of a link or product, to be changed. */
export function typedTexts(
  offer: { description: string | null; metadata: Record<string, string> },
  address: string | null,
): Texts {
  const metadata = Object.entries(offer.metadata).map(
    ([key, value]) => `${key}: ${value.replaceAll('\n', ' ')}`,
  );
  return { description: offer.description ?? '', address: address ?? '', metadata: metadata.join('\n') };
}

/** The texts as the API takes them. Throws FieldProblem for metadata that is none. */
export function textsOf<Name extends AddressName>({ description, address, metadata }: Texts, name: Name) {
  const addressed = { [name]: address.trim() || null } as { [key in Name]: string | null };
  return { description: description.trim() || null, metadata: entriesOf(metadata), ...addressed };
}

/** A line without a colon would be a key whose value is empty, which nobody means who writes one. */
function entriesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', ...value] = line.split(':');
      if (value.length === 0)
        throw new FieldProblem(
          'metadata',
          `“${line.trim()}” has no colon. Write an entry as key: value, such as campaign: spring.`,
        );
      return [key.trim(), value.join(':').trim()];
    }),
  );
}

/** Asks for description, address and notes. */
export function TextFields({
  submission,
  value,
  address,
  set,
}: {
  submission: Submission;
  value: Texts;
  address: AddressName;
  set: (value: Texts) => void;
}) {
  return (
    <>
      <Field
        name="description"
        label="Description"
        hint="Payers read it. Plain text."
        submission={submission}
      >
        {(control) => (
          <textarea
            {...control}
            class="textarea"
            rows={2}
            maxLength={1000}
            value={value.description}
            onInput={(event) => set({ ...value, description: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name={address} {...ADDRESSES[address]} submission={submission}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="url"
            maxLength={2000}
            placeholder="https://"
            value={value.address}
            onInput={(event) => set({ ...value, address: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="metadata"
        label="Metadata"
        hint="For you alone, one entry a line, such as campaign: spring. What is started takes a copy."
        submission={submission}
      >
        {(control) => (
          <textarea
            {...control}
            class="textarea"
            rows={2}
            value={value.metadata}
            onInput={(event) => set({ ...value, metadata: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
