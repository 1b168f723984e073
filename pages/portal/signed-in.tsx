import { useEffect, useMemo } from 'preact/hooks';
import type { StandardWallet } from '@autopay/checkout-js/wallets';
import { createClient } from '@autopay/sdk/core';
import { getWalletCures, listWalletMandates } from '@autopay/sdk/wallet';
import type { PortalMode } from './page-data.ts';
import { Account } from './account.tsx';
import { Freshness } from './freshness.tsx';
import { useLive } from '../live.ts';
import { MandateList } from './mandate-list.tsx';
import { MandateScreen } from './mandate-screen.tsx';
import { usePlace } from './place.ts';
import type { Payer } from './payer.ts';
import { endsSession } from './problems.ts';
import type { PortalSession } from './session.ts';
import { words } from './words.ts';

/** What is missing is known 10 s later at most: each look asks the chain. */
const CURES_EVERY_MS = 10_000;

/** More than anyone has; a limit all the same, so that a page never reads without end. */
const MOST = 1_000;

interface SignedInProps {
  session: PortalSession;
  wallets: readonly StandardWallet[];
  modes: readonly PortalMode[];
  mode: PortalMode;
  choose: (mode: PortalMode) => void;
  /** The service knows this session no more. */
  end: () => void;
  signOut: (why: string | null) => void;
}

/** What one wallet pays in one mode: the list, or one mandate and what is being done to it. */
export function SignedIn({ session, wallets, modes, mode, choose, end, signOut }: SignedInProps) {
  const { token } = session;
  const client = useMemo(
    () => createClient(token, { baseUrl: location.origin, mode: mode.mode, maxRetries: 0 }),
    [token, mode],
  );
  const live = useLive(
    (signal) => listWalletMandates(client, { limit: 100 }, { signal }).toArray({ limit: MOST }),
    [client],
  );
  const active = (live.data ?? []).filter(({ status }) => status === 'active');
  // What was signed here counts at once.
  const standing = active.map(({ id, version, remainingAllowance, onChain }) =>
    [id, version, remainingAllowance, onChain?.nextStep].join(' '),
  );
  const curing = useLive(
    async (signal) => (active.length === 0 ? null : (await getWalletCures(client, { signal })).cures),
    [client, standing.join()],
    { everyMs: CURES_EVERY_MS, keepsData: true },
  );
  const place = usePlace();
  const isOver = endsSession(live.error);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  const payer: Payer = {
    client,
    session,
    wallets,
    mandates: live.data ?? [],
    // What was read before the service or its node went silent may be wrong by now.
    cures: (curing.error === null && curing.data) || [],
    reload: live.reload,
    end,
  };
  return (
    <>
      <Account
        session={session}
        wallets={wallets}
        modes={modes}
        mode={mode}
        choose={choose}
        signOut={signOut}
      />
      <Freshness live={live} />
      {live.data === undefined ? (
        live.error === null && (
          <p class="working muted" role="status">
            {words.reading}
          </p>
        )
      ) : place.mandateId === null ? (
        <MandateList mandates={live.data} cures={payer.cures} modes={modes} mode={mode} choose={choose} />
      ) : (
        <MandateScreen key={place.mandateId} payer={payer} place={place} />
      )}
    </>
  );
}
