import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { amountInWords, durationInWords, isolated, priceInWords, rateInWords } from '../words/here.ts';
import { readPageData } from '../page-data.ts';
import type { CheckoutPageData } from './page-data.ts';
import { paying } from './paying.ts';

const { operator } = readPageData<CheckoutPageData>();

/** A heading and the text under it. */
export interface Line {
  term: string;
  text: string;
}

/**
 * The terms that the payer is about to accept, beside what stands at the top of the screen: from which wallet, when, how much in all, and
 * how it ends.
 */
export function termsInWords(view: CheckoutView): Line[] {
  const merchant = isolated(view.merchantName);
  const from = { term: paying.fromYourWallet, text: shortAddress(view.payer) };
  if (view.sellMode === 'once') return [from, { term: paying.afterwards, text: paying.paidOnce(merchant) }];
  const isPlan = view.scheme === 'plan';
  return [
    from,
    // Without a trial the first payment is among the next ones.
    ...(view.trialSeconds > 0
      ? [{ term: paying.firstPayment, text: paying.afterTrial(durationInWords(view.trialSeconds)) }]
      : []),
    { term: paying.inAll, text: totalInWords(view) },
    ...(isPlan ? planInWords(view) : [{ term: paying.youApprove, text: approvalInWords(view) }]),
    {
      term: paying.toCancel,
      text: [paying.cancelAnyTime(merchant), ...(isPlan ? [paying.cancelStopsAll(view.symbol)] : [])].join(
        ' ',
      ),
    },
  ];
}

/** The addresses behind the terms, for payers who compare them in their wallet. */
export function addressesInWords(view: CheckoutView): Line[] {
  return [
    { term: paying.yourWallet, text: view.payer },
    { term: paying.paidTo, text: view.payee },
    { term: paying.token, text: view.mint },
    { term: paying.collectingKey, text: view.delegate },
    { term: paying.reference, text: view.reference },
  ];
}

/** What the payer should know before agreeing, beside the terms. */
export function warningsOf({ livemode, replacesDelegate, symbol }: CheckoutView): string[] {
  return [
    ...(livemode ? [] : [paying.testMode]),
    ...(replacesDelegate === null ? [] : [paying.endsOtherApproval(symbol, shortAddress(replacesDelegate))]),
  ];
}

/** Who pays the network for this signature, as far as the service says. */
export function feesInWords({ sellMode, signingCosts }: CheckoutView): string {
  if (sellMode === 'once') return paying.feeOnce;
  if (signingCosts === null) return paying.feesUnknown;
  if (signingCosts.paidBy === 'service') return paying.feesByService;
  return signingCosts.limitReached ? `${paying.feesByYou} ${paying.feesLimit}` : paying.feesByYou;
}

function totalInWords(view: CheckoutView): string {
  const { maxPeriods, amountPerPeriod } = view;
  if (maxPeriods === null)
    return view.approveAmount === null ? paying.untilCancelled : paying.untilCancelledOrUsedUp;
  const sumAtomic = BigInt(amountPerPeriod) * BigInt(maxPeriods);
  return paying.atMost(priceInWords(sumAtomic.toString(), view), maxPeriods);
}

function approvalInWords(view: CheckoutView): string {
  const { approveAmount, approveParts, delegate, id, maxPeriods } = view;
  if (approveAmount === null) return paying.alreadyApproved;
  const otherAtomic = approveParts.reduce(
    (total, part) => (part.mandateId === id ? total : total + BigInt(part.amount)),
    0n,
  );
  return [
    paying.mayCollect(operator, shortAddress(delegate), priceInWords(approveAmount, view)),
    ...(otherAtomic > 0n ? [paying.ofThisOthers(priceInWords(otherAtomic.toString(), view))] : []),
    ...(maxPeriods === null ? [paying.lastsFor(ownPayments(view))] : []),
  ].join(' ');
}

/** How many payments the approval covers of this mandate. */
function ownPayments({ approveParts, amountPerPeriod, id }: CheckoutView): number {
  const own = approveParts.find((part) => part.mandateId === id)?.amount ?? '0';
  return Number(BigInt(own) / BigInt(amountPerPeriod));
}

/**
 * What the program lets be collected, and what wallets show of it. The plan ends with its last period, counted from when it was made: a
 * little before this much time has passed.
 */
function planInWords(view: CheckoutView): Line[] {
  const { maxPeriods, periodSeconds, trialSeconds } = view;
  const limit = [
    priceInWords(view.amountPerPeriod, view),
    rateInWords(periodSeconds),
    isolated(view.merchantName),
  ] as const;
  return [
    {
      term: paying.youAllow,
      text:
        maxPeriods === null
          ? paying.programEnforces(...limit)
          : paying.programEnforcesUntil(...limit, durationInWords(trialSeconds + maxPeriods * periodSeconds)),
    },
    { term: paying.inYourWalletTerm, text: paying.unlimitedShown },
    { term: paying.deposit, text: `${depositInWords(view)} ${paying.depositIsFor}` },
  ];
}

/** Rent, in a word that people know. A service of an earlier version does not say whose it is: the payer's then. */
function depositInWords({ signingCosts }: CheckoutView): string {
  if (signingCosts?.paidBy === 'service') return paying.depositByService;
  // To 0.0001 SOL, of lamports.
  const sol = amountInWords(
    ((BigInt(signingCosts?.depositLamports ?? 3_600_000) + 50_000n) / 100_000n).toString(),
    4,
  );
  return [paying.depositByYou(sol), ...(signingCosts?.limitReached ? [paying.depositLimit] : [])].join(' ');
}
