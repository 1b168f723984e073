import type { StandardWallet } from '@autopay/checkout-js/wallets';
import { shortAddress } from '@autopay/checkout-js/words';
import type { PortalMode } from './page-data.ts';
import { Copy } from '../parts/copy.tsx';
import { common } from '../words/here.ts';
import type { PortalSession } from './session.ts';
import { words } from './words.ts';

/** Whose payments these are and of which mode, and the way out. */
export function Account({
  session,
  wallets,
  modes,
  mode,
  choose,
  signOut,
}: {
  session: PortalSession;
  wallets: readonly StandardWallet[];
  modes: readonly PortalMode[];
  mode: PortalMode;
  choose: (mode: PortalMode) => void;
  signOut: (why: string | null) => void;
}) {
  const { address } = session;
  const other = otherAccount(session, wallets);
  return (
    <header class="account stack">
      <div class="row">
        <p class="whose">
          <span class="muted small">{words.wallet}</span>{' '}
          <span class="mono" title={address}>
            {shortAddress(address)}
          </span>{' '}
          <Copy value={address} what={common.yourWalletsAddress} />
        </p>
        <button class="button button--quiet" onClick={() => signOut(words.signedOut)}>
          {words.signOut}
        </button>
        {modes.length > 1 ? (
          <fieldset class="modes">
            <legend class="visually-hidden">{words.whichPayments}</legend>
            {modes.map((each) => (
              <label key={each.mode} class="mode" data-mode={each.mode}>
                <input
                  type="radio"
                  name="mode"
                  checked={each.mode === mode.mode}
                  onChange={() => choose(each)}
                />
                <span>{each.mode === 'live' ? words.live : words.test}</span>
              </label>
            ))}
          </fieldset>
        ) : (
          mode.mode === 'test' && (
            <span class="badge" data-tone="warn">
              {words.testOnly}
            </span>
          )
        )}
      </div>
      <div role="status">
        {other !== null && (
          <div class="message row" data-tone="warn">
            <span>
              {words.nowShows(
                <bdi>{session.walletName}</bdi>,
                <span class="mono">{shortAddress(other)}</span>,
                <span class="mono">{shortAddress(address)}</span>,
              )}
            </span>
            <button class="button button--quiet" onClick={() => signOut(words.signInWithWanted)}>
              {words.signInWithOther}
            </button>
          </div>
        )}
      </div>
    </header>
  );
}

/** The account that the wallet shows now, where it is no longer the one that signed in; null while all is as it was. */
function otherAccount(
  { address, walletName }: PortalSession,
  wallets: readonly StandardWallet[],
): string | null {
  const shown = wallets.find(({ name }) => name === walletName)?.accounts ?? [];
  return shown.some((account) => account.address === address) ? null : (shown[0]?.address ?? null);
}
