import { useState } from 'preact/hooks';

/** Long enough to be read, short enough not to be taken for the state of a later click. */
const SHOWN_MS = 2_000;

/** Copies `value`; `what` names it for those who hear the button. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <>
      <button class="copy" type="button" onClick={() => void copy()} aria-label={`Copy ${what}`}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <span class="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
