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
    return mandate === undefined ? [] : [{ cure, mandate }];
  });
  return (
    <div role="status">
      {known.length > 0 && (
        <section class="message stack" data-tone="warn" aria-labelledby="cures">
          <h2 id="cures">{words.cures.heading}</h2>
          <ul class="points">
            {known.map(({ cure, mandate }) => (
              <li key={`${cure.mint} ${cure.kind} ${mandate.id}`}>
                <CureInWords cure={cure} mandate={mandate} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function CureInWords({ cure, mandate }: { cure: WalletCure; mandate: Mandate }) {
  const { kind, symbol } = cure;
  // To the minute: a day would leave open whether its evening is in time.
  const moment = whenInWords(cure.by, Math.min(mandate.periodSeconds, 3_600));
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

function AddFunds({ cure, mandate, moment }: { cure: WalletCure; mandate: Mandate; moment: string }) {
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
      {first !== amount && words.cures.firstAlone(priceInWords(first!, cure), <bdi>{merchantName}</bdi>)}{' '}
      {reason === 'payer_account_missing' && words.cures.noAccount(symbol)}
    </>
  );
}
