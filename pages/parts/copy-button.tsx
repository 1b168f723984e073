import { useState } from 'preact/hooks';

/** Long enough to be read, short enough not to be taken for the state of a later click. */
const SHOWN_MS = 2_000;

/** What the button says. */
export interface CopyWords {
  copy: string;
  copied: string;
  copyIt: (what: string) => string;
}

const ENGLISH: CopyWords = { copy: 'Copy', copied: 'Copied', copyIt: (what) => `Copy ${what}` };

/** Copies `value`; `what` names it for those who hear the button. In English unless it is given `words`. */
export function CopyButton({
  value,
  what,
  words = ENGLISH,
}: {
  value: string;
  what: string;
  words?: CopyWords;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <>
      <button class="copy" type="button" onClick={() => void copy()} aria-label={words.copyIt(what)}>
        {copied ? words.copied : words.copy}
      </button>
      <span class="visually-hidden" role="status">
        {copied ? words.copied : ''}
      </span>
    </>
  );
}
