import type { Charge, Mandate } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { Copyable } from './values.tsx';

type Bought = Pick<Mandate | Charge, 'name' | 'paymentLink' | 'product' | 'clientReference' | 'metadata'>;

/** What was bought, in a list. */
export function NameOf({ name }: { name: string | null }) {
  return name === null ? <span class="muted">–</span> : <bdi>{name}</bdi>;
}

/** Rows of a description list: what was bought, where, and the merchant's own notes. */
export function BoughtTerms({ bought, description = null }: { bought: Bought; description?: string | null }) {
  const { name, paymentLink, product, clientReference, metadata } = bought;
  return (
    <>
      {name !== null && (
        <div>
          <dt>Bought</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
        </div>
      )}
      {description !== null && (
        <div>
          <dt>Description</dt>
          <dd>
            <bdi>{description}</bdi>
          </dd>
        </div>
      )}
      {paymentLink !== null && (
        <div>
          <dt>Started from</dt>
          <dd>
            <a href={hrefOf(`/payment-links/${paymentLink}`)}>its payment link</a>
          </dd>
        </div>
      )}
      {product !== null && (
        <div>
          <dt>Started from</dt>
          <dd>
            <a href={hrefOf(`/products/${product}`)}>its product</a>
          </dd>
        </div>
      )}
      {clientReference !== null && (
        <div>
          <dt>Your reference</dt>
          <dd>
            <Copyable value={clientReference} short={false} />
          </dd>
        </div>
      )}
      <MetadataTerm metadata={metadata} />
    </>
  );
}

/** A merchant's own notes, one a line; nothing where there are none. */
export function MetadataTerm({ metadata }: { metadata: Record<string, string> }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <div>
      <dt>Metadata</dt>
      <dd>
        {entries.map(([key, value]) => (
          <div key={key}>
            <span class="muted">
              <bdi>{key}</bdi>:
            </span>{' '}
            <bdi>{value}</bdi>
          </div>
        ))}
      </dd>
    </div>
  );
}
