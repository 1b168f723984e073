import { useState } from 'preact/hooks';
import { CheckoutError } from '@autopay/checkout-js';
import { planReference } from '@autopay/checkout-js/inspect';
import { shortAddress } from '@autopay/checkout-js/words';
import type { WalletMandate } from '@autopay/sdk';
import { topUpWalletMandate } from '@autopay/sdk/wallet';
import { common, priceInWords } from '../words/here.ts';
import { activeOn, budgetOf, coverOfTopUp, defaultPayments, paymentsCovered } from './allowance.ts';
import { Heading } from './heading.tsx';
import { inspectDelegation } from './inspect-delegation.ts';
import type { Payer } from './payer.ts';
import { hrefOf } from './place.ts';
import { WhatFor } from './price.tsx';
import { ShownChangedError } from './problems.ts';
import { SignStep } from './sign-step.tsx';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

/** As many payments as one top-up may cover, by the contract. */
const MOST = 10_000;

/** Renews what a mandate may take in all: a fresh approval, which pays nothing by itself. */
export function TopUp({ payer, mandate }: { payer: Payer; mandate: WalletMandate }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isDone, setDone] = useState(false);
  const [before] = useState(mandate);
  const choices = choicesOf(mandate, payer.mandates);
  const payments = choices.includes(chosen ?? -1) ? chosen! : preferred(choices, mandate);
  const cover = coverOfTopUp(mandate, payer.mandates, payments);
  const inWords = (atomic: bigint) => priceInWords(atomic.toString(), mandate);
  const left = Number(paymentsCovered(mandate));
  if (isDone)
    return (
      <>
        <Heading title={words.renewed} />
        <p class="message" data-tone="good" role="status">
          {words.coveredFor(<bdi>{mandate.merchantName}</bdi>, left)}
        </p>
        <a class="button button--wide" href={hrefOf(mandate.id)}>
          {words.backToThis}
        </a>
      </>
    );
  const isCovered =
    mandate.maxPeriods !== null &&
    mandate.remainingAllowance !== null &&
    BigInt(mandate.remainingAllowance) >= cover.total;
  return (
    <>
      <Heading title={common.renew} />
      <WhatFor mandate={mandate} />
      {isCovered ? (
        <p class="message" data-tone="good" role="status">
          {words.nothingToRenew(left)}
        </p>
      ) : (
        <>
          <p>{words.renewAbout}</p>
          {mandate.maxPeriods === null && (
            <div class="field">
              <label for="payments">{words.howMany}</label>
              <select
                id="payments"
                class="select"
                value={payments}
                onChange={(event) => setChosen(Number(event.currentTarget.value))}
              >
                {choices.map((count) => (
                  <option key={count} value={count}>
                    {coverageInWords(mandate, count)}
                  </option>
                ))}
              </select>
            </div>
          )}
          <dl class="terms">
            <div>
              <dt>{words.forThese}</dt>
              <dd>
                {mandate.maxPeriods === null
                  ? inWords(cover.own)
                  : words.forAllThatRemain(inWords(cover.own), left)}
              </dd>
            </div>
            {cover.others > 0n && (
              <div>
                <dt>{words.forYourOthers(mandate.symbol)}</dt>
                <dd>{words.oneServesAll(inWords(cover.others))}</dd>
              </div>
            )}
            <div>
              <dt>{words.youApproveInAll}</dt>
              <dd>{words.andNoMore(<strong>{inWords(cover.total)}</strong>)}</dd>
            </div>
            <div>
              <dt>{words.whoMayCollect}</dt>
              <dd>
                {words.thisServiceWithKey(
                  <span class="mono" title={mandate.topUpDelegate}>
                    {shortAddress(mandate.topUpDelegate)}
                  </span>,
                )}
                {mandate.topUpDelegate !== mandate.delegate &&
                  words.replacesKey(shortAddress(mandate.delegate))}
              </dd>
            </div>
            <div>
              <dt>{words.networkFee}</dt>
              <dd>{words.fraction}</dd>
            </div>
          </dl>
          <SignStep
            payer={payer}
            mandate={mandate}
            verbWith={words.approveWith}
            issue={() => issueTopUp(payer, mandate, payments, cover.total)}
            isLanded={(now) => isLanded(now, before, cover.own)}
            onDone={() => setDone(true)}
          />
        </>
      )}
      <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
        {words.leaveIt}
      </a>
    </>
  );
}

/** A fresh approval of exactly what was shown, with the reference of these terms. */
async function issueTopUp(
  payer: Payer,
  mandate: WalletMandate,
  payments: number,
  shownAtomic: bigint,
): Promise<string> {
  const body = mandate.maxPeriods === null ? { periods: payments } : {};
  const { transaction, approveAmount } = await topUpWalletMandate(payer.client, mandate.id, body);
  if (transaction === null || approveAmount !== shownAtomic.toString()) throw new ShownChangedError();
  const { id, reference, topUpDelegate, planDelegate } = mandate;
  const terms = { ...mandate, mandateId: id, sellMode: 'subscription' as const, delegate: planDelegate };
  if (reference !== (await planReference(terms)))
    throw new CheckoutError('transaction_mismatch', 'The reference does not stand for these terms.');
  await inspectDelegation(transaction, {
    ...mandate,
    amountAtomic: shownAtomic,
    delegates: [topUpDelegate],
    reference,
    carried: carriedBy(mandate, payer.mandates),
  });
  return transaction;
}

/** References of the others that move to a newer key with this one: all of them, or they could be collected no more. */
function carriedBy(mandate: WalletMandate, all: readonly WalletMandate[]): string[] {
  const active = activeOn(mandate.mint, all);
  if (active.every(({ delegate }) => delegate === mandate.topUpDelegate)) return [];
  return active.filter(({ id }) => id !== mandate.id).map(({ reference }) => reference);
}

/** Whether the renewal counts: it raised what may be collected, or, where that was agreed before, what is approved on chain. */
function isLanded(now: WalletMandate, before: WalletMandate, ownAtomic: bigint): boolean {
  if (ownAtomic > budgetOf(before)) return budgetOf(now) > budgetOf(before);
  return (
    now.remainingAllowance !== null && BigInt(now.remainingAllowance) > BigInt(before.remainingAllowance ?? 0)
  );
}

/** How many payments can be chosen: more than are covered now, or as many where the chain has less than was agreed. */
function choicesOf(mandate: WalletMandate, all: readonly WalletMandate[]): number[] {
  const usual = defaultPayments(mandate.periodSeconds);
  const covered = Number(paymentsCovered(mandate));
  const { total } = coverOfTopUp(mandate, all, covered);
  const isShort = mandate.remainingAllowance !== null && BigInt(mandate.remainingAllowance) < total;
  const counts = [3, 6, usual, 2 * usual, 4 * usual].filter((count) => count > covered);
  const offered = isShort && covered > 0 ? [covered, ...counts] : counts;
  return offered.length > 0 ? offered.filter((count) => count <= MOST) : [Math.min(covered + usual, MOST)];
}

function preferred(choices: readonly number[], { periodSeconds }: WalletMandate): number {
  const usual = defaultPayments(periodSeconds);
  return choices.find((count) => count >= usual) ?? choices.at(-1)!;
}

function coverageInWords({ nextChargeAt, periodSeconds }: WalletMandate, count: number): string {
  const until = nextChargeAt && whenInWords(nextChargeAt + count * periodSeconds, periodSeconds);
  return words.coverage(count, until || null);
}
