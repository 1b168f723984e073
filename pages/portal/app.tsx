import { useCallback, useState } from 'preact/hooks';
import type { PortalMode, PortalPageData } from './page-data.ts';
import { useWallets } from '../wallets.ts';
import { keepMode, keepSession, type PortalSession, readMode, readSession } from './session.ts';
import { SignedIn } from './signed-in.tsx';
import { SignIn } from './sign-in.tsx';
import { words } from './words.ts';

/** The portal: the sign-in for whoever is not known yet, and what a wallet pays for whoever is. */
export function PortalApp({ modes }: PortalPageData) {
  const wallets = useWallets();
  const [session, setSession] = useState(readSession);
  const [notice, setNotice] = useState<string | null>(null);
  const [mode, setMode] = useState<PortalMode>(
    () => modes.find((each) => each.mode === readMode()) ?? modes[0]!,
  );
  const enter = (entered: PortalSession | null, why: string | null) => {
    keepSession(entered);
    setSession(entered);
    setNotice(why);
  };
  const end = useCallback(() => enter(null, words.signInEnded), []);
  if (session === null)
    return (
      <SignIn wallets={wallets} modes={modes} notice={notice} onSignIn={(entered) => enter(entered, null)} />
    );
  return (
    <SignedIn
      key={`${session.token} ${mode.mode}`}
      session={session}
      wallets={wallets}
      modes={modes}
      mode={mode}
      choose={(chosen) => {
        keepMode(chosen.mode);
        setMode(chosen);
      }}
      end={end}
      signOut={(why) => enter(null, why)}
    />
  );
}
