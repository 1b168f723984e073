import { Field, type FieldProps } from './form.tsx';

/** A field for an address on Solana, which the browser neither completes nor corrects. */
export function AddressField({
  value,
  set,
  ...field
}: Omit<FieldProps, 'children'> & {
  value: string;
  set: (address: string) => void;
}) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          class="input mono"
          required
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => set(event.currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}
