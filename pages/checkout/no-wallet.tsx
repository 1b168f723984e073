import type { ComponentChildren } from 'preact';
import { common } from '../words/here.ts';
import { wholeAddress } from './secret-of.ts';

/**
 * The wallets' own addresses that open a page in their browser (see "browse" deep links in their documentation). The page's whole address is
 * one encoded part of theirs, so its fragment, with the secret of a mandate, is too: the phone hands it to the wallet's app, which must have it
 * to show this payment. Without the app the phone asks the wallet maker's site instead. That is acceptable: the secret shows what is to be
 * paid and by whom, and cannot pay. Only the payer's own signature does.
 */
const APPS = [
  {
    name: 'Phantom',
    install: 'https://phantom.com/download',
    open: (page: string, ref: string) => `https://phantom.app/ul/browse/${page}?ref=${ref}`,
  },
  {
    name: 'Solflare',
    install: 'https://solflare.com/download',
    open: (page: string, ref: string) => `https://solflare.com/ul/v1/browse/${page}?ref=${ref}`,
  },
  {
    name: 'Backpack',
    install: 'https://backpack.app/download',
    open: (page: string, ref: string) => `https://backpack.app/ul/v1/browse/${page}?ref=${ref}`,
  },
] as const;

/**
 * What to do if the browser has no wallet: on a phone open this page in one; otherwise install one, or use
 * the phone.
 */
export function NoWallet({
  children,
  byPhone = common.payByPhone,
}: {
  children?: ComponentChildren;
  /** What `children` are for, on a page that is not about paying. */
  byPhone?: string;
}) {
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const page = encodeURIComponent(wholeAddress());
  const ref = encodeURIComponent(location.origin);
  const none = (
    <section class="stack" role="status">
      <h2>{common.noWallet}</h2>
      {isPhone ? (
        <>
          <p>{common.openInWallet}</p>
          <ul class="wallets">
            {APPS.map(({ name, open }) => (
              <li key={name}>
                <a class="wallet" href={open(page, ref)} rel="noreferrer">
                  {common.openIn(name)}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{common.installWallet}</p>
          <ul class="wallets">
            {APPS.map(({ name, install }) => (
              <li key={name}>
                <a class="wallet" href={install} target="_blank" rel="noopener noreferrer">
                  {common.install(name)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
  if (!children) return none;
  // A phone shows no code to itself: the way to the wallet's app that needs no browser of its own comes second.
  if (isPhone) {
    return (
      <>
        {none}
        {children}
      </>
    );
  }
  // Whoever has no wallet here most likely has one on the phone: that first.
  return (
    <>
      <section class="stack">
        <h2>{byPhone}</h2>
        {children}
      </section>
      {none}
    </>
  );
}
