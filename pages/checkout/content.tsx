import { useEffect, useState } from 'preact/hooks';
import type { CheckoutView } from '@autopay/checkout-js';
import { getEntitlement } from '@autopay/sdk/entitlements';
import { secretOf } from './secret-of.ts';
import { api, productOf } from './started.ts';
import { paying } from './paying.ts';

/** The content of a product for its buyer. The merchant's text, never its markup. */
export interface Content {
  title: string | null;
  body: string | null;
}

/** The content of the product that was just bought; nothing if it was not a product. */
export function Content({ view }: { view: CheckoutView }) {
  const product = productOf(view.id);
  const clientSecret = secretOf(view.id);
  const [content, setContent] = useState<Content | null>(null);
  useEffect(() => {
    if (product === null || clientSecret === null) return;
    const query = { product, payer: view.payer, client_secret: clientSecret };
    getEntitlement(api, query).then(
      (entitlement) => setContent((entitlement.content as Content | null) ?? null),
      () => undefined,
    );
  }, [product, view.status]);
  return content && <ContentCard content={content} />;
}

/** Content that was paid for. */
export function ContentCard({ content }: { content: Content }) {
  return (
    <article class="content stack" aria-label={paying.whatYouBought}>
      {content.title && (
        <h3>
          <bdi>{content.title}</bdi>
        </h3>
      )}
      {content.body && <p class="content-body">{content.body}</p>}
    </article>
  );
}
