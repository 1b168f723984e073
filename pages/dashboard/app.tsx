import { batch } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadSession, type Mode, mode, session, signOut } from './session.ts';
import { followHere, hrefOf, navigate, path } from './router.ts';
import { AddDoor, ConfirmEmail, ForgotPassword, NewPassword, ProveDoor } from './account/lazy.tsx';
import { listOf, NAVIGATION, type Route, routeOf } from './routes.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty } from './parts/empty.tsx';
import { PendingPayoutWallet } from './parts/pending-payout-wallet.tsx';
import { SearchField } from './parts/search-field.tsx';
import { Join } from './team/join.tsx';
import { MerchantSwitch } from './team/merchant-switch.tsx';
import { may, type Restricted, rolesFor, team } from './team/team.ts';
import { SignIn } from './views/sign-in.tsx';
import { SignUp } from './views/sign-up.tsx';

/** The dashboard: sign-in for strangers; navigation and one view for whoever is signed in. */
export function App() {
  if (session.value === undefined) return <p class="working muted">Reading</p>;
  // Links from mails and from the operator, whoever is signed in.
  if (path.value === '/new-password') return <NewPassword />;
  if (path.value === '/confirm-email') return <ConfirmEmail />;
  if (path.value === '/invitation' && session.value === null) return <Join />;
  if (session.value === null) {
    if (path.value === '/forgot-password') return <ForgotPassword />;
    return path.value === '/sign-up' ? <SignUp /> : <SignIn />;
  }
  if (session.value.secondFactor === 'due') return <ProveDoor />;
  if (session.value.secondFactor === 'to_add') return <AddDoor />;
  if (path.value === '/invitation') return <Join />;
  // What a person may do decides what is offered: nothing is shown first and taken away then.
  if (team.value === null) return <p class="working muted">Reading</p>;
  return (
    <div class="frame" onClick={followHere}>
      <a class="skip" href="#view">
        Skip to the content
      </a>
      <Header name={session.value.merchant.name} />
      <Navigation />
      <View />
    </div>
  );
}

function Header({ name }: { name: string }) {
  return (
    <header class="header row">
      <a class="brand" href={hrefOf('/')}>
        <span>{name}</span>
      </a>
      <MerchantSwitch />
      <SearchField />
      <ModeSwitch />
      <SignOut />
    </header>
  );
}

/** Beside the name on a desk, and at the foot of the menu on a phone: styles show one of them. */
function SignOut() {
  return (
    <button class="button button--quiet sign-out" onClick={() => void signOut()}>
      Sign out
    </button>
  );
}

/** Always visible, since test and live data look alike. */
function ModeSwitch() {
  return (
    <fieldset class="modes">
      <legend class="visually-hidden">Which data to look at</legend>
      {(['test', 'live'] as const).map((each) => (
        <label key={each} class="mode" data-mode={each}>
          <input type="radio" name="mode" checked={mode.value === each} onChange={() => switchTo(each)} />
          <span>{each === 'test' ? 'Test' : 'Live'}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One object is in one mode only: whoever looks at it goes to its list, and a filter by id goes with it. */
function switchTo(chosen: Mode): void {
  const list = listOf(path.value);
  batch(() => {
    mode.value = chosen;
    if (list !== null) navigate(hrefOf(list));
  });
  // The payout wallet may be another in the other mode. Should this fail, the view's own requests say so.
  void loadSession().catch(() => undefined);
}

/** Where one can go. On a phone it is folded away behind a button, beside which stands where one is. */
function Navigation() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const current = NAVIGATION.flatMap(({ links }) => links).find(({ to }) => isHere(to));
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    opener.current!.focus();
  };
  // Whoever has chosen wants to see it, the present view too.
  const closeOnceChosen = ({ target }: Event) => (target as Element).closest('a') && setOpen(false);
  return (
    <nav
      class="navigation"
      aria-label="Dashboard"
      data-open={open || undefined}
      onKeyDown={closeByKey}
      onClick={closeOnceChosen}
    >
      <div class="menu-bar">
        <button
          class="button button--quiet"
          aria-expanded={open}
          aria-controls="menu"
          ref={opener}
          onClick={() => setOpen(!open)}
        >
          Menu <span aria-hidden="true">{open ? '▴' : '▾'}</span>
        </button>
        <span>{current?.label ?? routeOf(path.value)?.route.title}</span>
      </div>
      <div class="menu" id="menu">
        {NAVIGATION.map(({ heading, links }) => (
          <section key={heading}>
            <h2 class="small muted">{heading}</h2>
            <ul>
              {links.filter(isForRole).map(({ to, label, icon }) => (
                <li key={to}>
                  <a href={hrefOf(to)} aria-current={isHere(to) ? 'page' : undefined}>
                    <Icon name={icon} />
                    {label}
                  </a>
                </li>
              ))}
              {heading === 'Developers' && (
                <li>
                  {/* Its examples are for the mode that is shown here, and can be given a test key there. */}
                  <a href={`/docs?mode=${mode.value}`}>
                    <Icon name="code" />
                    Documentation
                  </a>
                </li>
              )}
            </ul>
          </section>
        ))}
        <SignOut />
      </div>
    </nav>
  );
}

/** Not what shows nothing to a person of this role. */
function isForRole({ needs }: { needs?: Restricted }): boolean {
  return needs === undefined || may(needs);
}

function isHere(to: string): boolean {
  return to === '/' ? path.value === '/' : path.value === to || path.value.startsWith(`${to}/`);
}

/** One view. Navigation moves the focus to it, so that a screen reader continues there. */
function View() {
  const view = useRef<HTMLElement>(null);
  const found = routeOf(path.value);
  const here = path.value;
  const first = useRef(true);
  useEffect(() => {
    document.title = `${found?.route.title ?? 'Not found'} · Autopay`;
    if (!first.current) view.current!.focus();
    first.current = false;
  }, [here]);
  return (
    <main id="view" class="view stack" ref={view} tabIndex={-1} key={`${mode.value} ${here}`}>
      <PendingPayoutWallet />
      {found ? (
        <ForRole route={found.route}>{found.route.show(found.parameters)}</ForRole>
      ) : (
        <Empty isView title="There is nothing here">
          <p>
            <a href={hrefOf('/')}>Go to the overview</a>
          </p>
        </Empty>
      )}
    </main>
  );
}

/** A view as the person's role lets them use it: who may only look finds its controls off, and who may do that. */
function ForRole({ route: { sees, changes }, children }: { route: Route; children: ComponentChildren }) {
  const lacks = [sees, changes].find((needed) => needed !== undefined && !may(needed));
  if (lacks === undefined || team.value === null) return <>{children}</>;
  return (
    <>
      <p class="message" data-tone="warn">
        Your role in this team is {team.value.role}: this is for the role {rolesFor(lacks)}.
      </p>
      {lacks !== sees && (
        <fieldset class="looked-at stack" disabled>
          {children}
        </fieldset>
      )}
    </>
  );
}
