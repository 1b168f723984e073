import { shortAddress } from '@autopay/checkout-js/words';
import type { WalletCure } from '@autopay/sdk';
import { Copy } from '../parts/copy.tsx';
import { common, priceInWords } from '../words/here.ts';
import type { Payer } from './payer.ts';
import { hrefOf } from './place.ts';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

type Mandate = Payer['mandates'][number];

/** What the payer can do before payments fail. Nothing while all is covered, or where it cannot be told. */
export function Cures({ cures, mandates }: { cures: readonly WalletCure[]; mandates: readonly Mandate[] }) {
  const known = cures.flatMap((cure) => {
    const mandate = mandates.find(({ id }) => id === cure.mandateId);
    return mandate === undefined ? [] : [{ cure, mandate, isLate: isLate(cure, mandates) }];
  });
  return (
    <div role="status">
      {known.length > 0 && (
        <section class="message stack" data-tone="warn" aria-labelledby="cures">
          <h2 id="cures">
            {known.some((each) => each.isLate) ? words.cures.headingNow : words.cures.heading}
          </h2>
          <ul class="points">
            {known.map(({ cure, mandate, isLate }) => (
              <li key={`${cure.mint} ${cure.kind} ${mandate.id}`}>
                <CureInWords cure={cure} mandate={mandate} isLate={isLate} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Whether a payment in the token has failed already, or its moment is over: then no deadline helps. */
function isLate({ mint, by }: WalletCure, mandates: readonly Mandate[]): boolean {
  return (
    by <= Date.now() / 1000 || mandates.some((mandate) => mandate.mint === mint && mandate.failing !== null)
  );
}

function CureInWords({ cure, mandate, isLate }: { cure: WalletCure; mandate: Mandate; isLate: boolean }) {
  const { kind, symbol } = cure;
  // To the minute: a day would leave open whether its evening is in time.
  const moment = isLate ? null : whenInWords(cure.by, Math.min(mandate.periodSeconds, 3_600));
  if (kind === 'add_funds') return <AddFunds cure={cure} mandate={mandate} moment={moment} />;
  if (kind === 'ask_issuer') return <>{words.cures.askIssuer(symbol, moment)}</>;
  if (kind === 'another_wallet') return <>{words.cures.anotherWallet(symbol, moment)}</>;
  const about = `cure-of-${mandate.id}`;
  return (
    <>
      <span id={about}>
        {cure.reason === 'allowance_gone'
          ? words.cures.approvalGone(symbol)
          : words.cures.approve(<bdi>{mandate.merchantName}</bdi>, moment)}
      </span>{' '}
      <a href={hrefOf(mandate.id, 'top-up')} aria-describedby={about}>
        {words.cures.sign}
      </a>
    </>
  );
}

function AddFunds({ cure, mandate, moment }: { cure: WalletCure; mandate: Mandate; moment: string | null }) {
  const { amount, amountForFirst: first, symbol, reason } = cure;
  const { payer, merchantName } = mandate;
  const account = (
    <span class="mono" title={payer}>
      {shortAddress(payer)}
    </span>
  );
  const copy = <Copy value={payer} what={common.yourWalletsAddress} />;
  return (
    <>
      {words.cures.addFunds(<strong>{priceInWords(amount!, cure)}</strong>, account, copy, moment)}{' '}
      {first !== amount &&
        words.cures.firstAlone(
          priceInWords(first!, cure),
          <bdi>{merchantName}</bdi>,
          mandate.failing !== null,
        )}{' '}
      {reason === 'payer_account_missing' && words.cures.noAccount(symbol)}
    </>
  );
}
