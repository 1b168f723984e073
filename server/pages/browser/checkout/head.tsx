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
      <p class="merchant">
        <bdi>{merchantName}</bdi>
        {!livemode && (
          <span class="badge" data-tone="warn">
            Test
          </span>
        )}
      </p>
      <h1>
        <bdi>{title}</bdi>
      </h1>
    </header>
  );
}
