import { words } from './words.ts';

/** Whose checkout it is, and what is paid there. */
export function Head({
  merchantName,
  livemode,
  title,
}: {
  merchantName: string;
  livemode: boolean;
  title: string;
}) {
  return (
    <header class="head">
      <Merchant name={merchantName} livemode={livemode} />
      <h1>
        <bdi>{title}</bdi>
      </h1>
    </header>
  );
}

/** The merchant's name, and that it is a test where it is one. */
export function Merchant({ name, livemode }: { name: string; livemode: boolean }) {
  return (
    <p class="merchant">
      <bdi title={words.nameUnchecked}>{name}</bdi>
      {!livemode && (
        <span class="badge" data-tone="warn">
          {words.test}
        </span>
      )}
    </p>
  );
}
