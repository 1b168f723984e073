import { type Brand, useAccent } from '../parts/brand.tsx';
import { Logo } from '../parts/logo.tsx';
import { words } from './words.ts';

/** Whose checkout it is, and what is paid there. */
export function Head({
  merchantName,
  brand,
  livemode,
  title,
}: {
  merchantName: string;
  brand: Brand;
  livemode: boolean;
  title: string;
}) {
  return (
    <header class="head">
      <Merchant name={merchantName} brand={brand} livemode={livemode} />
      <h1>
        <bdi>{title}</bdi>
      </h1>
    </header>
  );
}

/** The merchant's logo and name, in its colour, and that it is a test where it is one. */
export function Merchant({ name, brand, livemode }: { name: string; brand: Brand; livemode: boolean }) {
  useAccent(brand.accentColor);
  return (
    <p class="merchant">
      <Logo url={brand.logoUrl} />
      <bdi title={words.nameUnchecked}>{name}</bdi>
      {!livemode && (
        <span class="badge" data-tone="warn">
          {words.test}
        </span>
      )}
    </p>
  );
}
