import type { CheckoutView } from '@autopay/checkout-js';
import { common } from '../words/here.ts';
import { beganAt, forgetStarted } from './began-at.ts';

/**
 * Begins a link or product anew, for another wallet or another account of this one: a mandate has one payer. Nothing for a mandate of a merchant's
 * server, whose payer the merchant has set.
 */
export function Another({
  view: { id },
  mayBeSigned = false,
}: {
  view: CheckoutView;
  /** Whether a wallet that did not answer may have signed all the same: the link then still warns of paying twice. */
  mayBeSigned?: boolean;
}) {
  const path = beganAt(id);
  return (
    path && (
      <a
        class="button button--quiet button--wide"
        href={path}
        onClick={() => mayBeSigned || forgetStarted(id)}
      >
        {common.useAnotherWallet}
      </a>
    )
  );
}
