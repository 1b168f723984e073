import { Field, type Submission } from './form.tsx';

/** What a product's payment unlocks. */
export interface Content {
  contentTitle: string;
  contentBody: string;
}

/** Content as the API takes it: null for none. */
export function contentOf({ contentTitle, contentBody }: Content) {
  return { contentTitle: contentTitle || null, contentBody: contentBody || null };
}

/** Asks for what a product's payment unlocks. */
export function ContentFields({
  submission,
  value,
  set,
}: {
  submission: Submission;
  value: Content;
  set: (value: Content) => void;
}) {
  return (
    <>
      <Field name="contentTitle" label="Title of what is unlocked" submission={submission}>
        {(control) => (
          <input
            {...control}
            class="input"
            maxLength={200}
            value={value.contentTitle}
            onInput={(event) => set({ ...value, contentTitle: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="contentBody"
        label="What is unlocked"
        hint="Shown as plain text to whoever has paid, and to nobody else."
        submission={submission}
      >
        {(control) => (
          <textarea
            {...control}
            class="textarea"
            rows={6}
            maxLength={200_000}
            value={value.contentBody}
            onInput={(event) => set({ ...value, contentBody: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
