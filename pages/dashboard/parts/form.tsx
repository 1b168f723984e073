import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAutopayError } from '@autopay/sdk';
import { FieldProblem, wordsOf } from './show.tsx';

/** What a form is doing. */
export interface Submission {
  /** Sets its fields apart from those of another form on the page. */
  form: string;
  busy: boolean;
  error: unknown;
  /** Runs the action once at a time; its error is kept for `FormError` and the fields. */
  run(action: () => Promise<unknown>): (event: Event) => void;
  clear(): void;
}

/** A form's one action at a time, and how it ended. Where a page has several forms, each has a name of its own. */
export function useSubmission(name?: string): Submission {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const perform = async (action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return {
    form: name === undefined ? '' : `${name}-`,
    busy,
    error,
    clear: () => setError(null),
    run: (action) => (event) => {
      event.preventDefault();
      void perform(action);
    },
  };
}

export interface FieldProps {
  /** The API's name of the parameter: an error about it stands here. */
  name: string;
  label: string;
  hint?: string;
  submission: Submission;
  /** The control; give it the id, and `aria-describedby` of the hint and error. */
  children: (control: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => ComponentChildren;
}

/** A labelled control with its hint, and the service's error about it. */
export function Field({ name, label, hint, submission, children }: FieldProps) {
  const id = `field-${submission.form}${name}`;
  const message = paramError(submission, name);
  useInSight(message === null ? null : submission.error, () => document.getElementById(id));
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': message !== null })}
      <div id={`${id}-about`}>
        {hint && <p class="hint">{hint}</p>}
        {message && (
          <p class="error" role="alert">
            {message}
          </p>
        )}
      </div>
    </div>
  );
}

/** The error that is about none of `fields`. */
export function FormError({ submission, fields }: { submission: Submission; fields: readonly string[] }) {
  const message = useRef<HTMLParagraphElement>(null);
  const error = fields.includes(paramOf(submission.error) ?? '') ? null : submission.error;
  useInSight(error, () => message.current);
  if (error === null) return null;
  return (
    <p class="message" data-tone="bad" role="alert" tabIndex={-1} ref={message}>
      {wordsOf(error)}
    </p>
  );
}

/** Leads a person to what an error is about, each time that there is one: it may stand far from the button that sent the form. */
export function useInSight(error: unknown, find: () => HTMLElement | null): void {
  useEffect(() => {
    const about = error === null ? null : find();
    if (about === null) return;
    const folded = about.closest('details');
    if (folded) folded.open = true;
    about.focus({ preventScroll: true });
    about.scrollIntoView({ block: 'center' });
  }, [error]);
}

/** The service's error about the parameter `name`, in words; null for none. */
export function paramError({ error }: Submission, name: string): string | null {
  return paramOf(error) === name ? wordsOf(error) : null;
}

function paramOf(error: unknown): string | null {
  return isAutopayError(error) || error instanceof FieldProblem ? error.param : null;
}
