import { AutopayButton } from './autopay-button.ts';

/**
 * Defines `<autopay-button>`, or the same under another name. Does nothing where that is done already. Throws TypeError for a name
 * that belongs to another element, SyntaxError for one that no element can have.
 */
export function defineAutopayButton(name = 'autopay-button'): void {
  const defined = customElements.get(name);
  if (!defined) customElements.define(name, class extends AutopayButton {});
  else if (!(defined.prototype instanceof AutopayButton)) {
    throw new TypeError(`name must not be ${name}, which another element has.`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'autopay-button': AutopayButton;
  }
}
