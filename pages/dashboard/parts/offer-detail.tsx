import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';
import { tokenOf } from '../tokens.ts';
import { MetadataTerm } from './bought.tsx';
import { Dialog } from './dialog.tsx';
import { Field, FormError, useSubmission } from './form.tsx';
import { type Offer, OfferPrice } from './offer-price.tsx';
import { type AskedScheme, SCHEMES } from './scheme-words.ts';
import { addressOf, OnOff } from './offer-table.tsx';
import { type AddressName, TextFields, textNames, textsOf, typedTexts } from './text-fields.tsx';
import { Copyable, Ids, Moment } from './values.tsx';

/** What may be changed of a link or product here. */
export interface OfferChange {
  name?: string;
  active?: boolean;
  description?: string | null;
  metadata?: Record<string, string>;
  imageUrl?: string | null;
  successUrl?: string | null;
}

/** One link or product: its address, its terms, and the switch. `change` asks the service, `reload` looks again. */
export function OfferDetail({
  offer,
  change,
  reload,
  children,
}: {
  offer: Offer;
  change: (change: OfferChange) => Promise<unknown>;
  reload: () => Promise<void>;
  children?: ComponentChildren;
}) {
  const [renaming, setRenaming] = useState(false);
  const toggling = useSubmission();
  const toggle = async () => {
    await change({ active: !offer.active });
    await reload();
  };
  return (
    <>
      <div class="view-head">
        <h1 class="row">
          <bdi>{offer.name}</bdi> <OnOff active={offer.active} />
        </h1>
        <div class="row" hidden={!may('updateProduct')}>
          <button class="button button--quiet" onClick={() => setRenaming(true)}>
            Change
          </button>
          <button
            class={offer.active ? 'button button--danger' : 'button'}
            disabled={toggling.busy}
            onClick={toggling.run(toggle)}
          >
            {offer.active ? 'Switch off' : 'Switch on'}
          </button>
        </div>
      </div>
      <FormError submission={toggling} fields={[]} />
      <p class="muted" role="status">
        {offer.active
          ? 'Whoever opens the address can pay.'
          : 'It is off: the address says so, and starts nothing. What was started before goes on.'}
      </p>
      <section class="card stack">
        <h2>Address to share</h2>
        <p class="share">
          <Copyable value={addressOf(offer)} short={false} />
        </p>
        <p class="muted small">
          {/* Not an element of its own: what is to be copied is the address above. */}
          To know whose payment it is, add a reference of your own to the address, such as{' '}
          {`${addressOf(offer)}?client_reference=user-4711`}. It stands on what is started there. Payers can
          change an address, so take it for a hint.
        </p>
        <p>
          <a class="button" href={offer.url} target="_blank" rel="noreferrer">
            Open it<span class="visually-hidden"> in a new tab</span>
          </a>
        </p>
      </section>
      <Terms offer={offer} />
      {children}
      {renaming && (
        <Rename
          offer={offer}
          change={change}
          close={() => {
            setRenaming(false);
            void reload();
          }}
        />
      )}
    </>
  );
}

function Terms({ offer }: { offer: Offer }) {
  const token = tokenOf(offer.mint);
  const sold = { [offer.object === 'product' ? 'product' : 'paymentLink']: offer.id };
  return (
    <section class="card stack">
      <dl class="terms">
        <div>
          <dt>Price</dt>
          <dd>
            <OfferPrice offer={offer} />
          </dd>
        </div>
        {offer.sellMode !== 'once' && (
          <div>
            <dt>Enforced by</dt>
            <dd>{SCHEMES[(offer.scheme ?? '') as AskedScheme]}</dd>
          </div>
        )}
        <div>
          <dt>Token</dt>
          <dd>{token?.symbol ?? shortAddress(offer.mint)}</dd>
        </div>
        {offer.description !== null && (
          <div>
            <dt>Description</dt>
            <dd>
              <bdi>{offer.description}</bdi>
            </dd>
          </div>
        )}
        {addressIn(offer) !== null && (
          <div>
            <dt>{offer.object === 'product' ? 'Picture' : 'After paying'}</dt>
            <dd>
              <Copyable value={addressIn(offer)!} short={false} />
            </dd>
          </div>
        )}
        <MetadataTerm metadata={offer.metadata} />
        <div>
          <dt>Created</dt>
          <dd>
            <Moment at={offer.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Sold</dt>
          <dd class="row">
            <a href={hrefOf('/mandates', sold)}>Subscriptions</a>
            <a href={hrefOf('/charges', sold)}>Payments</a>
          </dd>
        </div>
      </dl>
      <Ids
        terms={[
          ['Id', offer.id],
          ['Paid to', offer.payee],
          ['Token', offer.mint],
        ]}
      />
    </section>
  );
}

/** The address that a link or product has beside its own. */
function addressIn(offer: Offer): string | null {
  return offer.object === 'product' ? offer.imageUrl : offer.successUrl;
}

function Rename({
  offer,
  change,
  close,
}: {
  offer: Offer;
  change: (change: OfferChange) => Promise<unknown>;
  close: () => void;
}) {
  const submission = useSubmission();
  const [name, setName] = useState(offer.name);
  const address = offer.object === 'product' ? 'imageUrl' : 'successUrl';
  const [before] = useState(() => typedTexts(offer, addressIn(offer)));
  const [texts, setTexts] = useState(before);
  const rename = async () => {
    const { metadata, ...rest } = textsOf<AddressName>(texts, address);
    // A value may have lines of its own, which the field cannot show: what was not touched stays as it is.
    await change({ name, ...rest, ...(texts.metadata === before.metadata ? {} : { metadata }) });
    close();
  };
  return (
    <Dialog title="What payers read" close={close}>
      <form class="stack" onSubmit={submission.run(rename)}>
        <Field name="name" label="Name" hint="Payers see it from now on." submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              required
              maxLength={200}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <TextFields submission={submission} value={texts} address={address} set={setTexts} />
        <FormError submission={submission} fields={['name', ...textNames(address)]} />
        <button class="button button--wide" disabled={submission.busy}>
          Save
        </button>
      </form>
    </Dialog>
  );
}
