import type { ComponentChildren } from 'preact';

/**
 * The wallets' own addresses that open a page in their browser (see "browse" deep links in their
 * documentation).
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
] as const;

/**
 * What to do if the browser has no wallet: on a phone open this page in one; otherwise install one, or use
 * the phone.
 */
export function NoWallet({ children }: { children?: ComponentChildren }) {
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const page = encodeURIComponent(location.href);
  const ref = encodeURIComponent(location.origin);
  const none = (
    <section class="stack" role="status">
      <h2>No wallet was found in this browser</h2>
      {isPhone ? (
        <>
          <p>Open this page in your wallet’s own browser:</p>
          <ul class="wallets">
            {APPS.map(({ name, open }) => (
              <li key={name}>
                <a class="wallet" href={open(page, ref)} rel="noreferrer">
                  Open in {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>
            Install a Solana wallet for this browser, or unlock the one you have: it will appear here. Nothing
            was paid.
          </p>
          <ul class="wallets">
            {APPS.map(({ name, install }) => (
              <li key={name}>
                <a class="wallet" href={install} target="_blank" rel="noopener noreferrer">
                  Install {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
  if (isPhone || !children) return none;
  // Whoever has no wallet here most likely has one on the phone: that first.
  return (
    <>
      <section class="stack">
        <h2>Pay with the wallet on your phone</h2>
        {children}
      </section>
      {none}
    </>
  );
}
