import { useState } from 'preact/hooks';
import { type OfferSellMode, type Token, toAtomic } from '@autopay/sdk';
import { mode, session } from '../session.ts';
import { AmountField } from './amount-field.tsx';
import { ContentFields, contentOf } from './content-fields.tsx';
import { DurationField, secondsOf, type TypedDuration } from './duration-field.tsx';
import { Field, FormError, useSubmission } from './form.tsx';
import { OfferPrice, type OfferTerms } from './offer-price.tsx';
import { PayeeField } from './payee-field.tsx';
import { type AskedScheme, SCHEMES } from './scheme-words.ts';
import { type AddressName, TextFields, type Texts, textNames, textsOf } from './text-fields.tsx';
import { chosenToken, TokenField } from './token-field.tsx';

const SELL_MODES: Record<OfferSellMode, string> = {
  subscription: 'Again and again, until the payer cancels',
  once: 'Once',
  both: 'Either: the payer chooses',
};
const TERMS = [
  'name',
  'sellMode',
  'mint',
  'amountPerPeriod',
  'amountOnce',
  'periodSeconds',
  'trialSeconds',
  'scheme',
];
const CONTENT = ['contentTitle', 'contentBody'];

/** The terms that links and products share, as the API takes them. */
export interface OfferRequest {
  name: string;
  payee: string;
  mint: string;
  sellMode: OfferSellMode;
  amountPerPeriod: string;
  periodSeconds: number;
  trialSeconds?: number;
  amountOnce?: string;
  scheme?: Exclude<AskedScheme, ''>;
}

interface Typed {
  name: string;
  sellMode: OfferSellMode;
  mint: string;
  amount: string;
  amountOnce: string;
  period: TypedDuration;
  trial: TypedDuration;
  scheme: AskedScheme;
  payee: string;
}

/** Asks for the terms of a new link or product, shows what the payer will read, and hands them to `make`. */
export function OfferForm({
  button,
  withContent = false,
  make,
}: {
  button: string;
  /** Whether its payment unlocks something, which is asked for too. */
  withContent?: boolean;
  make: (
    request: OfferRequest & Partial<ReturnType<typeof contentOf>> & ReturnType<typeof textsOf<AddressName>>,
  ) => Promise<unknown>;
}) {
  const submission = useSubmission();
  const { payoutWallet } = session.value!.merchant;
  const [typed, setTyped] = useState<Typed>({
    name: '',
    sellMode: 'subscription',
    mint: '',
    amount: '',
    amountOnce: '',
    period: { count: '30', unit: 'days' },
    trial: { count: '', unit: 'days' },
    scheme: '',
    payee: payoutWallet ?? '',
  });
  const [texts, setTexts] = useState<Texts>({ description: '', address: '', metadata: '' });
  const address = withContent ? 'imageUrl' : 'successUrl';
  const [content, setContent] = useState({ contentTitle: '', contentBody: '' });
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const token = chosenToken(typed.mint);
  const recurs = typed.sellMode !== 'once';
  const terms = token && termsOf(typed, token);
  const shown = [
    ...TERMS,
    ...(withContent ? CONTENT : []),
    ...textNames(address),
    ...(mode.value === 'test' ? ['payee'] : []),
  ];
  const canSell = token !== null && (mode.value === 'test' || payoutWallet !== null);
  const submit = () => {
    const terms = requestOf(typed, token!, mode.value === 'live' ? payoutWallet! : typed.payee);
    const request = { ...terms, ...textsOf<AddressName>(texts, address) };
    return make(withContent ? { ...request, ...contentOf(content) } : request);
  };
  return (
    <form class="stack" onSubmit={submission.run(submit)}>
      <Field name="name" label="Name" hint="Payers see it." submission={submission}>
        {(control) => (
          <input
            {...control}
            class="input"
            required
            maxLength={200}
            value={typed.name}
            onInput={(event) => set({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="sellMode" label="Paid" submission={submission}>
        {(control) => (
          <select
            {...control}
            class="select"
            value={typed.sellMode}
            onChange={(event) => set({ sellMode: event.currentTarget.value as OfferSellMode })}
          >
            {Object.entries(SELL_MODES).map(([sellMode, words]) => (
              <option key={sellMode} value={sellMode}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TokenField submission={submission} value={typed.mint} set={(mint) => set({ mint })} />
      <AmountField
        name="amountPerPeriod"
        label={recurs ? 'Amount of each payment' : 'Price'}
        submission={submission}
        token={token}
        value={typed.amount}
        required
        set={(amount) => set({ amount })}
      />
      {recurs && (
        <>
          <DurationField
            name="periodSeconds"
            label="A payment every"
            submission={submission}
            value={typed.period}
            required
            set={(period) => set({ period })}
          />
          <DurationField
            name="trialSeconds"
            label="Free at first for"
            hint="Empty for no trial: the first payment is made at once."
            submission={submission}
            value={typed.trial}
            set={(trial) => set({ trial })}
          />
          <Field name="scheme" label="Enforced by" submission={submission}>
            {(control) => (
              <select
                {...control}
                class="select"
                value={typed.scheme}
                onChange={(event) => set({ scheme: event.currentTarget.value as AskedScheme })}
              >
                {Object.entries(SCHEMES).map(([scheme, words]) => (
                  <option key={scheme} value={scheme}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
      {typed.sellMode === 'both' && (
        <AmountField
          name="amountOnce"
          label="Price of paying once"
          submission={submission}
          token={token}
          value={typed.amountOnce}
          required
          set={(amountOnce) => set({ amountOnce })}
        />
      )}
      {withContent && <ContentFields submission={submission} value={content} set={setContent} />}
      <details>
        <summary>Description and more</summary>
        <div class="stack">
          <TextFields submission={submission} value={texts} address={address} set={setTexts} />
        </div>
      </details>
      <PayeeField submission={submission} value={typed.payee} set={(payee) => set({ payee })} />
      {terms && (
        <p class="message">
          Payers are asked for <OfferPrice offer={terms} />.
        </p>
      )}
      <FormError submission={submission} fields={shown} />
      <button class="button button--wide" disabled={submission.busy || !canSell}>
        {button}
      </button>
    </form>
  );
}

/** What is typed as terms; null while it makes none. */
function termsOf(typed: Typed, token: Token): OfferTerms | null {
  try {
    const { amountOnce = null, trialSeconds = 0, ...request } = requestOf(typed, token, '');
    if (typed.sellMode !== 'once' && !(request.periodSeconds >= 1)) return null;
    return { ...request, amountOnce, trialSeconds };
  } catch {
    return null;
  }
}

function requestOf(typed: Typed, { mint, decimals }: Token, payee: string): OfferRequest {
  const { name, sellMode } = typed;
  const amountPerPeriod = toAtomic(typed.amount, decimals);
  const request = { name, payee, mint, sellMode, amountPerPeriod };
  // The contract asks for a period of everything; what is sold once alone has none, whatever is sent.
  if (sellMode === 'once') return { ...request, periodSeconds: 86_400 };
  const trialSeconds = secondsOf(typed.trial);
  return {
    ...request,
    periodSeconds: secondsOf(typed.period),
    ...(trialSeconds > 0 ? { trialSeconds } : {}),
    ...(typed.scheme === '' ? {} : { scheme: typed.scheme }),
    ...(sellMode === 'both' ? { amountOnce: toAtomic(typed.amountOnce, decimals) } : {}),
  };
}
