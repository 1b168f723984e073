import { CopyButton } from './copy-button.tsx';

/** Text of a machine, such as JSON: scrolls by itself, also by keyboard, and is copied whole. */
export function CodeBlock({
  label,
  text,
  copied = text,
}: {
  label: string;
  text: string;
  /** What the button copies where that is not what is shown: the exact bytes of what is shown indented. */
  copied?: string;
}) {
  return (
    <figure class="code-block">
      <figcaption class="row">
        <span>{label}</span>
        <CopyButton value={copied} what={label} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** JSON indented for people; what is no JSON as it is. Amounts are strings in this API, so that no digit is lost on the way. */
export function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
