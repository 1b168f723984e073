import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { shortAddress } from '@autopay/checkout-js/words';
import { tokenOf } from '../tokens.ts';
import { Dialog } from './dialog.tsx';
import { Field, FormError, useSubmission } from './form.tsx';
import { type Offer, OfferPrice } from './offer-price.tsx';
import { type AskedScheme, SCHEMES } from './scheme-words.ts';
import { addressOf, OnOff } from './offer-table.tsx';
import { Copyable, Moment } from './values.tsx';

/** What may be changed of a link or product here. */
export interface OfferChange {
  name?: string;
  active?: boolean;
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
        <div class="row">
          <button class="button button--quiet" onClick={() => setRenaming(true)}>
            Rename
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
  return (
    <dl class="terms card">
      <div>
        <dt>Price</dt>
        <dd>
          <OfferPrice offer={offer} />
        </dd>
      </div>
      {offer.sellMode !== 'once' && (
        <div>
          <dt>Kept to its terms by</dt>
          <dd>{SCHEMES[(offer.scheme ?? '') as AskedScheme]}</dd>
        </div>
      )}
      <div>
        <dt>Paid to</dt>
        <dd>
          <Copyable value={offer.payee} />
        </dd>
      </div>
      <div>
        <dt>Token</dt>
        <dd>
          {token?.symbol ?? shortAddress(offer.mint)} <Copyable value={offer.mint} />
        </dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd>
          <Copyable value={offer.id} short={false} />
        </dd>
      </div>
      <div>
        <dt>Made</dt>
        <dd>
          <Moment at={offer.createdAt} />
        </dd>
      </div>
    </dl>
  );
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
  const rename = async () => {
    await change({ name });
    close();
  };
  return (
    <Dialog title="Rename" close={close}>
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
        <FormError submission={submission} fields={['name']} />
        <button class="button button--wide" disabled={submission.busy}>
          Rename
        </button>
      </form>
    </Dialog>
  );
}
