import type { CheckoutState, WalletChoice } from '../checkout-state.ts';
import type * as Details from './details.ts';
import { element } from './element.ts';
import { problemInWords } from './problems.ts';
import { followsInWords, priceInWords, shortAddress, stepInWords } from './words.ts';

/** Actions the person can start. */
export interface Actions {
  connect(walletId: string): void;
  confirm(): void;
  recover(): void;
  /** Goes back one step. */
  cancel(): void;
  /** Goes back to the choice of a wallet. */
  changeWallet(): void;
  close(): void;
  /** Opens the deployment's own page of this checkout, where wallets' apps can open it. */
  hosted(): void;
  /** Opens the payer's own page, where the approval is renewed. */
  topUp(): void;
  reload(): void;
  /** The QR code for a wallet on a phone, once it is loaded; nothing on a phone itself. */
  code(): Node[];
  /** What is told at length: undefined until it is loaded, null if it cannot be. */
  details(): typeof Details | null | undefined;
}

/** What the panel shows for a state. */
export interface Scene {
  heading: string;
  /** Progress or result, announced to screen readers when it changes; empty for none. */
  status: string;
  /** Whether the status describes work in progress. */
  busy: boolean;
  /** What went wrong and what to do about it; empty for nothing. */
  problem: string;
  body: Node[];
  /** The first is the primary one. */
  actions: Node[];
}

/** Says why a wallet cannot be used, or what to do first. */
const REASONS: { readonly [reason in NonNullable<WalletChoice['reason']>]: string } = {
  wrong_chain: 'Not on the network of this payment',
  cannot_sign: 'Cannot sign such payments',
  wrong_account: 'Switch it to the right account first',
};

const READING = 'Reading the terms…';
/** Where the service has been asked, and something may have been sent. */
const SLOW = 'The payment service is slow to answer. Do not pay again: this keeps trying.';

/**
 * The panel's content for `state`. With `icons`, wallets are shown with their own icons; `isLate` says that the service has not
 * answered for longer than it should take.
 */
export function sceneOf(state: CheckoutState, actions: Actions, icons: boolean, isLate: boolean): Scene {
  const { status, view, wallet, error } = state;
  const name = wallet?.name ?? 'your wallet';
  const merchant = view?.merchantName ?? 'the merchant';
  const once = view?.sellMode === 'once';
  const close = action('close', 'Close', actions.close);
  const cancel = action('cancel', 'Cancel', actions.cancel);
  const other = action('other', 'Use another wallet', actions.changeWallet);
  const scene: Scene = {
    heading: view ? `Pay ${merchant}` : 'Payment',
    status: '',
    busy: false,
    problem: error ? problemInWords(error, view) : '',
    body: view
      ? [
          ...(view.name ? [element('p', { part: 'name' }, view.name)] : []),
          element('p', { part: 'price' }, priceInWords(view)),
        ]
      : [],
    actions: [],
  };
  switch (status) {
    case 'loading':
      return { ...scene, status: READING, busy: true };
    case 'choose_wallet':
      return {
        ...scene,
        heading: 'Choose a wallet',
        // Having no wallet yet is a status, not a failure.
        problem: error?.code === 'no_wallet' ? '' : scene.problem,
        status: state.wallets.length > 0 ? '' : 'No wallet yet. One that you install or unlock appears here.',
        body: [
          ...scene.body,
          ...payerHint(state),
          ...(state.wallets.length > 0 ? walletList(state, actions, icons) : withoutWallet(state, actions)),
        ],
        actions: state.wallets.length > 0 ? [] : [action('phone', 'Pay with your phone', actions.hosted)],
      };
    case 'connecting':
      return { ...scene, status: `Allow the connection in ${name}…`, busy: true, actions: [cancel] };
    case 'review': {
      const heading = once ? `Pay ${merchant}` : `Let ${merchant} collect payments`;
      const details = actions.details();
      if (!details) {
        const isLost = details === null;
        return {
          ...scene,
          heading,
          status: isLost ? '' : READING,
          busy: !isLost,
          problem: isLost ? problemInWords({ code: 'connection_failed' }, view) : scene.problem,
          actions: [isLost ? reload(actions) : other],
        };
      }
      const { body, isShort } = details.reviewOf(view!);
      return {
        ...scene,
        heading,
        body,
        actions: [
          ...(isShort ? [action('again', 'Look again', actions.recover, true)] : []),
          action('confirm', `${once ? 'Pay' : 'Approve'} with ${name}`, actions.confirm, !isShort),
          other,
        ],
      };
    }
    case 'signing':
      return {
        ...scene,
        // The wallet is asked once the bytes are read, not while the service is.
        status: state.authorization
          ? `Confirm in ${name}${stepInWords(state)}…`
          : isLate
            ? SLOW
            : 'Checking the terms once more…',
        busy: true,
        actions: [cancel],
      };
    case 'submitted':
      return {
        ...scene,
        status: isLate
          ? SLOW
          : followsInWords(state) ||
            'Sent. Waiting for it to settle. You can close this: the payment continues without it.',
        busy: true,
        actions: [close],
      };
    case 'settled': {
      const low = actions.details()?.runsLow(view!) ?? [];
      return {
        ...scene,
        heading: once ? 'Paid' : 'All set',
        status: once ? `Your payment to ${merchant} is settled.` : settledSubscription(state, merchant),
        body: [...scene.body, ...low],
        actions: [...(low.length > 0 ? [action('top-up', 'Top up', actions.topUp, true)] : []), close],
      };
    }
    case 'outcome_unknown':
      return {
        ...scene,
        heading: 'Not settled yet',
        status: 'It was sent, but is not confirmed yet. Do not pay again: this keeps checking.',
        busy: true,
        actions: [action('again', 'Look again', actions.recover), close],
      };
    case 'expired':
      return {
        ...scene,
        heading: 'This request has ended',
        problem: `${view?.periodsCharged === 0 ? 'Nothing was paid. ' : ''}Ask ${merchant} for a new one.`,
        actions: [close],
      };
    case 'failed':
      return { ...scene, heading: 'That did not work', actions: waysOut(state, actions) };
  }
}

/**
 * What the payer can do after a failure: sign again, or reload the state. Nothing once the mandate has ended.
 */
function waysOut({ error, wallet, view }: CheckoutState, actions: Actions): Node[] {
  if (view && view.status !== 'pending') {
    return error?.code === 'charge_failed' ? [action('again', 'Look again', actions.recover, true)] : [];
  }
  // No such request, or the wrong secret: the page may have a fresh one for whoever loads it anew.
  if (!view && [400, 401, 404].includes(error?.status ?? 0))
    return [reload(actions), action('close', 'Close', actions.close)];
  if (error?.code === 'transaction_mismatch') return [action('again', 'Look again', actions.recover, true)];
  // The words of every other failure end in what these say.
  const again = (onclick: () => void) => action('again', 'Try again', onclick, true);
  return wallet
    ? [again(actions.confirm), action('other', 'Use another wallet', actions.changeWallet)]
    : [again(actions.recover)];
}

function reload(actions: Actions): Node {
  return action('reload', 'Reload this page', actions.reload, true);
}

function settledSubscription({ view }: CheckoutState, merchant: string): string {
  return view && view.trialSeconds > 0
    ? `Your trial with ${merchant} has begun.`
    : `Your first payment to ${merchant} is settled. Later payments are collected automatically.`;
}

function payerHint({ view, wallets }: CheckoutState): Node[] {
  return view && wallets.length > 0
    ? [element('p', {}, `Paid from ${shortAddress(view.payer)}: use the wallet that holds it.`)]
    : [];
}

function walletList({ wallets }: CheckoutState, actions: Actions, icons: boolean): Node[] {
  const items = wallets.map(({ id, name, icon, eligible, reason }) =>
    element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: 'wallet',
          part: 'wallet',
          'data-key': `wallet:${id}`,
          disabled: !eligible,
          onclick: () => actions.connect(id),
        },
        ...(icons && icon !== '' ? [element('img', { src: icon, alt: '' })] : []),
        element('span', {}, name, ...(reason ? [element('span', { class: 'reason' }, REASONS[reason])] : [])),
      ),
    ),
  );
  return [element('ul', { role: 'list', 'aria-label': 'Wallets' }, ...items)];
}

/** The code first, with the terms that it stands for: whoever has no wallet here most likely has one on the phone. */
function withoutWallet({ view }: CheckoutState, actions: Actions): Node[] {
  const code = actions.code();
  return [
    ...code,
    ...((view && code.length > 0 && actions.details()?.termsOf(view)) || []),
    element('ul', { role: 'list' }, ...INSTALLABLE.map(installLink)),
  ];
}

/** Widely used wallets with an extension for every browser. */
const INSTALLABLE = [
  ['Phantom', 'https://phantom.com/download'],
  ['Solflare', 'https://solflare.com/download'],
  ['Backpack', 'https://backpack.app/download'],
] as const;

function installLink([name, href]: readonly [string, string]): Node {
  const link = { href, target: '_blank', rel: 'noopener noreferrer', part: 'install', 'data-key': href };
  return element('li', {}, element('a', link, `Install ${name}`));
}

function action(key: string, label: string, onclick: () => void, primary = false): HTMLButtonElement {
  const name = primary ? 'primary' : 'secondary';
  return element('button', { type: 'button', class: name, part: name, 'data-key': key, onclick }, label);
}
