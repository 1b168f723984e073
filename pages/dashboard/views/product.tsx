import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { Product as ProductObject } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { ContentFields, contentOf } from '../parts/content-fields.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormError, useSubmission } from '../parts/form.tsx';
import { OfferDetail } from '../parts/offer-detail.tsx';
import { Show } from '../parts/show.tsx';
import { client } from '../session.ts';

/** One product: its address, its terms, what it unlocks, and the switch. */
export function Product({ id }: { id: string }) {
  const live = useLive((api, options) => api.products.get(id, options), [id]);
  const [editing, setEditing] = useState(false);
  return (
    <Show live={live}>
      {(product) => (
        <>
          <OfferDetail
            offer={product}
            change={(change) => client.value.products.update(id, change)}
            reload={live.reload}
          >
            <Unlocked product={product} edit={() => setEditing(true)} />
          </OfferDetail>
          {editing && (
            <EditContent
              product={product}
              close={() => {
                setEditing(false);
                void live.reload();
              }}
            />
          )}
        </>
      )}
    </Show>
  );
}

function Unlocked({ product, edit }: { product: ProductObject; edit: () => void }) {
  const { contentTitle, contentBody } = product;
  return (
    <section class="card stack">
      <div class="view-head">
        <h2>What its payment unlocks</h2>
        <button hidden={!may('updateProduct')} class="button button--quiet" onClick={edit}>
          Edit
        </button>
      </div>
      {contentTitle === null && contentBody === null ? (
        <p class="muted">Nothing yet: whoever pays sees only that they have paid.</p>
      ) : (
        <>
          {contentTitle && (
            <h3>
              <bdi>{contentTitle}</bdi>
            </h3>
          )}
          <p class="content" dir="auto" tabIndex={0} role="region" aria-label="Its text">
            {contentBody}
          </p>
        </>
      )}
    </section>
  );
}

function EditContent({ product, close }: { product: ProductObject; close: () => void }) {
  const submission = useSubmission();
  const [content, setContent] = useState({
    contentTitle: product.contentTitle ?? '',
    contentBody: product.contentBody ?? '',
  });
  const save = async () => {
    await client.value.products.update(product.id, contentOf(content));
    close();
  };
  return (
    <Dialog title="What its payment unlocks" close={close}>
      <form class="stack" onSubmit={submission.run(save)}>
        <ContentFields submission={submission} value={content} set={setContent} />
        <p class="muted small">Whoever has paid already reads the new text too.</p>
        <FormError submission={submission} fields={['contentTitle', 'contentBody']} />
        <button class="button button--wide" disabled={submission.busy}>
          Save
        </button>
      </form>
    </Dialog>
  );
}
