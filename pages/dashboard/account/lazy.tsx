import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Shows what is loaded only when it is needed: most visits to the dashboard change nothing of how people sign in. */
function lazily<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return function Lazy(props: P) {
    const [Part, setPart] = useState<FunctionComponent<P> | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then(
        (part) => setPart(() => part),
        () => setFailed(true),
      );
    }, []);
    if (failed) return <p role="alert">This part of the page cannot be loaded. Reload it.</p>;
    return Part === null ? <p class="working muted">Reading</p> : <Part {...props} />;
  };
}

export const AccountSecurity = lazily(() =>
  import('./account-security.tsx').then((part) => part.AccountSecurity),
);
export const ProveDoor = lazily(() => import('./second-factor-doors.tsx').then((part) => part.ProveDoor));
export const AddDoor = lazily(() => import('./second-factor-doors.tsx').then((part) => part.AddDoor));
export const ForgotPassword = lazily(() => import('./links.tsx').then((part) => part.ForgotPassword));
export const NewPassword = lazily(() => import('./links.tsx').then((part) => part.NewPassword));
export const ConfirmEmail = lazily(() => import('./links.tsx').then((part) => part.ConfirmEmail));
export const Prove = lazily(() => import('./prove-form.tsx').then((part) => part.ProveForm));
