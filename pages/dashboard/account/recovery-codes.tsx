import { CopyButton } from '../../parts/copy-button.tsx';

/** Ten codes, shown once. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const text = codes.join('\n');
  return (
    <div class="stack">
      <p>
        These are your recovery codes. With one of them you sign in when you have lost your passkey or your
        phone; each is good for once. Keep them where you keep keys: they are shown <strong>only now</strong>.
      </p>
      <pre class="mono recovery-codes">{text}</pre>
      <p>
        <CopyButton value={text} what="recovery codes" />
      </p>
      <button class="button button--wide" onClick={done}>
        I have stored them
      </button>
    </div>
  );
}
