import { useEffect, useState } from 'preact/hooks';
import { CheckoutError } from '@autopay/checkout-js';
import type { WalletMandate, WalletTransaction } from '@autopay/sdk';
import { cancelWalletMandate } from '@autopay/sdk/wallet';
import { common, priceInWords } from '../words/here.ts';
import { activeOn, neededBy } from './allowance.ts';
import { inspectDelegation } from './inspect-delegation.ts';
import type { Payer } from './payer.ts';
import { endsSession, problemOf, ShownChangedError } from './problems.ts';
import { SignStep } from './sign-step.tsx';
import { words } from './words.ts';

/**
 * A payment may settle between two reads, which changes what the others still need; hardly twice in a row.
 */
const ATTEMPTS = 3;

/**
 * What remains approved on chain after a mandate has ended, and the signature that revokes it. Nothing is
 * collected either way.
 */
export function TakeBack({
  payer,
  mandate,
  first,
}: {
  payer: Payer;
  mandate: WalletMandate;
  /** The result of cancelling a moment ago; null to request it now. */
  first: WalletTransaction | null;
}) {
  const [issued, setIssued] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const ask = async () => {
    setProblem(null);
    try {
      setIssued(await cancelWalletMandate(payer.client, mandate.id));
    } catch (error) {
      if (endsSession(error)) payer.end();
      else setProblem(problemOf(error));
    }
  };
  useEffect(() => {
    if (issued === null) void ask();
  }, []);

  if (problem !== null)
    return (
      <div class="message row" data-tone="bad" role="alert">
        <span>{problem}</span>
        <button class="button button--quiet" onClick={() => void ask()}>
          {common.tryAgain}
        </button>
      </div>
    );
  if (issued === null)
    return (
      <p class="working muted" role="status">
        {words.readingChain}
      </p>
    );
  const inWords = (amount: string) => priceInWords(amount, mandate);
  const { approveAmount, transaction } = issued;
  if (isDone)
    return (
      <p class="message" data-tone="good" role="status">
        {approveAmount === '0' ? words.takenBack : words.nowMayCollect(inWords(approveAmount!))}
      </p>
    );
  if (transaction === null || approveAmount === null)
    return <p role="status">{nothingToSign(issued.mandate)}</p>;
  const others = activeOn(mandate.mint, payer.mandates).length;
  return (
    <>
      <p>
        {words.stillApproved(issued.mandate.remainingAllowance && inWords(issued.mandate.remainingAllowance))}
      </p>
      <dl class="terms">
        <div>
          <dt>{words.approvedAfterwards}</dt>
          <dd>{approveAmount === '0' ? words.nothing : words.othersNeed(inWords(approveAmount))}</dd>
        </div>
        <div>
          <dt>{words.yourOthers}</dt>
          <dd>{others === 0 ? words.noOthers(mandate.symbol) : words.othersGoOn(others, mandate.symbol)}</dd>
        </div>
        <div>
          <dt>{words.networkFee}</dt>
          <dd>{words.fraction}</dd>
        </div>
      </dl>
      <SignStep
        payer={payer}
        mandate={payer.mandates.find(({ id }) => id === mandate.id) ?? mandate}
        verbWith={words.takeItBack}
        issue={() => issueRevocation(payer, mandate, approveAmount, setIssued)}
        isLanded={({ remainingAllowance }) =>
          remainingAllowance !== null && BigInt(remainingAllowance) <= BigInt(approveAmount)
        }
        onDone={() => setDone(true)}
      />
    </>
  );
}

function nothingToSign({ remainingAllowance }: WalletMandate): string {
  if (remainingAllowance === null) return words.takeBackLater;
  return remainingAllowance === '0' ? words.noApprovalLeft : words.onlyOthersLeft;
}

/**
 * A new revocation that does what was shown, and leaves the payer's other mandates exactly what they need.
 */
async function issueRevocation(
  payer: Payer,
  { id }: WalletMandate,
  shownAmount: string,
  show: (issued: WalletTransaction) => void,
): Promise<string> {
  let mismatch: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const issued = await cancelWalletMandate(payer.client, id);
    const mandates = await payer.reload();
    if (issued.transaction === null || issued.approveAmount !== shownAmount) {
      show(issued);
      throw new ShownChangedError();
    }
    try {
      await inspectRevocation(issued.transaction, issued.mandate, BigInt(shownAmount), mandates);
      return issued.transaction;
    } catch (error) {
      mismatch = error;
    }
  }
  throw mismatch;
}

async function inspectRevocation(
  transaction: string,
  mandate: WalletMandate,
  amountAtomic: bigint,
  mandates: readonly WalletMandate[],
): Promise<void> {
  const keys = new Set(activeOn(mandate.mint, mandates).map(({ delegate }) => delegate));
  const delegates = [...keys].filter((key) => neededBy(key, mandate.mint, mandates) === amountAtomic);
  const leavesOthers =
    amountAtomic === 0n ? neededBy(mandate.delegate, mandate.mint, mandates) === 0n : delegates.length > 0;
  if (!leavesOthers)
    throw new CheckoutError('transaction_mismatch', 'It does not leave what the other payments need.');
  await inspectDelegation(transaction, { ...mandate, amountAtomic, delegates, reference: null });
}
