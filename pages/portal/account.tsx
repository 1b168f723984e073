import type { StandardWallet } from '@autopay/checkout-js/wallets';
import { shortAddress } from '@autopay/checkout-js/words';
import type { PortalMode } from './page-data.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { PortalSession } from './session.ts';

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
          <span class="muted small">Wallet</span>{' '}
          <span class="mono" title={address}>
            {shortAddress(address)}
          </span>{' '}
          <CopyButton value={address} what="your wallet’s address" />
        </p>
        <button class="button button--quiet" onClick={() => signOut('You are signed out.')}>
          Sign out
        </button>
        {modes.length > 1 ? (
          <fieldset class="modes">
            <legend class="visually-hidden">Which payments to look at</legend>
            {modes.map((each) => (
              <label key={each.mode} class="mode" data-mode={each.mode}>
                <input
                  type="radio"
                  name="mode"
                  checked={each.mode === mode.mode}
                  onChange={() => choose(each)}
                />
                <span>{each.mode === 'live' ? 'Live' : 'Test'}</span>
              </label>
            ))}
          </fieldset>
        ) : (
          mode.mode === 'test' && (
            <span class="badge" data-tone="warn">
              Test: no real money
            </span>
          )
        )}
      </div>
      <div role="status">
        {other !== null && (
          <div class="message row" data-tone="warn">
            <span>
              <bdi>{session.walletName}</bdi> now shows <span class="mono">{shortAddress(other)}</span>. These
              are the payments of <span class="mono">{shortAddress(address)}</span>.
            </span>
            <button
              class="button button--quiet"
              onClick={() => signOut('Sign in with the account that you want to look at.')}
            >
              Sign in with the other account
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
