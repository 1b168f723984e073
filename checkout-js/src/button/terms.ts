import type { CheckoutView } from '../checkout-api.ts';
import { amountInWords, durationInWords, plural, priceInWords, shortAddress } from './words.ts';

/** A heading and the text under it. */
export interface Line {
  term: string;
  text: string;
}

/**
 * The terms the payer is about to accept, in plain words: who may collect, how much, when, how much in total,
 * and how it ends.
 */
export function termsInWords(view: CheckoutView): Line[] {
  const { description, merchantName, name, payer } = view;
  const what = [name, description].filter(Boolean).join(': ');
  const bought = what ? [{ term: 'What you buy', text: what }] : [];
  const from = { term: 'From your wallet', text: shortAddress(payer) };
  if (view.sellMode === 'once') {
    const refund = `This is paid once, now. Nothing is collected later. For a refund, ask ${merchantName}.`;
    return [
      ...bought,
      { term: 'You pay', text: `${priceInWords(view)}, once` },
      { term: 'To', text: merchantName },
      from,
      { term: 'Afterwards', text: refund },
    ];
  }
  return [
    ...bought,
    { term: 'You pay', text: priceInWords(view) },
    { term: 'To', text: merchantName },
    from,
    { term: 'First payment', text: firstPayment(view) },
    { term: 'In all', text: totalInWords(view) },
    ...(view.scheme === 'plan' ? planInWords(view) : [{ term: 'You approve', text: approvalInWords(view) }]),
    {
      term: 'To cancel',
      text: `At any time: take the approval back in your wallet, or ask ${merchantName}. Nothing is collected after that.`,
    },
  ];
}

/** The addresses behind the terms, for payers who compare them in their wallet. */
export function addressesInWords(view: CheckoutView): Line[] {
  return [
    { term: 'Your wallet', text: view.payer },
    { term: 'Paid to', text: view.payee },
    { term: 'Token', text: view.mint },
    { term: 'Who may collect', text: view.delegate },
    { term: 'Reference of these terms', text: view.reference },
  ];
}

/** What the payer should know before agreeing, beside the terms. */
export function warningsOf(view: CheckoutView): string[] {
  const { livemode, replacesDelegate, symbol } = view;
  return [
    ...(livemode ? [] : ['Test mode: no real money moves.']),
    ...(replacesDelegate === null
      ? []
      : [
          `Your ${symbol} account currently approves another app (${shortAddress(replacesDelegate)}). An account can have only one approval, so this ends that one.`,
        ]),
  ];
}

function firstPayment({ trialSeconds }: CheckoutView): string {
  return trialSeconds > 0
    ? `After ${durationInWords(trialSeconds)} free of charge`
    : 'Now, as soon as you approve';
}

function totalInWords(view: CheckoutView): string {
  const { maxPeriods, amountPerPeriod } = view;
  if (maxPeriods === null)
    return view.approveAmount === null
      ? 'Until you cancel'
      : 'Until you cancel, as long as your approval lasts';
  const sumAtomic = BigInt(amountPerPeriod) * BigInt(maxPeriods);
  return `At most ${amountInWords(sumAtomic.toString(), view)}, in ${plural(maxPeriods, 'payment')}`;
}

function approvalInWords(view: CheckoutView): string {
  const { approveAmount, approveParts, delegate, id, maxPeriods } = view;
  if (approveAmount === null) return 'Already approved';
  const sum = amountInWords(approveAmount, view);
  const otherAtomic = approveParts.reduce(
    (total, part) => (part.mandateId === id ? total : total + BigInt(part.amount)),
    0n,
  );
  const other =
    otherAtomic > 0n
      ? ` Of this, ${amountInWords(otherAtomic.toString(), view)} is for what you agreed to before.`
      : '';
  const renewed =
    maxPeriods === null
      ? ` It lasts for ${plural(ownPayments(view), 'payment')}. When few are left, your page of payments asks you to renew it; without that, nothing more is collected.`
      : '';
  return `Autopay (${shortAddress(delegate)}) may collect up to ${sum}, and no more.${other}${renewed}`;
}

/** How many payments the approval covers of this mandate. */
function ownPayments({ approveParts, amountPerPeriod, id }: CheckoutView): number {
  const own = approveParts.find((part) => part.mandateId === id)?.amount ?? '0';
  return Number(BigInt(own) / BigInt(amountPerPeriod));
}

/**
 * What the program lets be collected, and what wallets show of it. The plan ends with its last period, counted from when it was made: a little
 * before this much time has passed.
 */
function planInWords(view: CheckoutView): Line[] {
  const { maxPeriods, merchantName, periodSeconds, trialSeconds } = view;
  const per = durationInWords(periodSeconds).replace(/^1 /, '');
  const end =
    maxPeriods === null
      ? ''
      : `, and nothing after ${durationInWords(trialSeconds + maxPeriods * periodSeconds)}`;
  return [
    {
      term: 'You allow',
      text: `The Solana program enforces: at most ${amountInWords(view.amountPerPeriod, view)} per ${per}, to ${merchantName}’s wallet only${end}.`,
    },
    {
      term: 'In your wallet',
      text: 'It may show an unlimited approval: the program’s, which keeps each of your subscriptions to its limit. The first time it may ask for two signatures.',
    },
    { term: 'Deposit', text: depositInWords(view) },
  ];
}

/** Rent, in a word that people know. A service of an earlier version does not say whose it is: the payer's then. */
function depositInWords({ signingCosts }: CheckoutView): string {
  if (signingCosts?.paidBy === 'service')
    return 'Paid by this service, to whom it returns, unless your wallet shows a cost.';
  const sol = signingCosts ? (Number(signingCosts.depositLamports) / 1e9).toFixed(4) : '0.0036';
  const why = signingCosts?.limitReached ? ' This service pays no more of them for now.' : '';
  return `About ${sol} SOL. It returns to you when its accounts are closed.${why}`;
}
