import { AutopayButton } from './autopay-button.ts';

/**
 * Defines `<autopay-button>`, or the same element under another name. Does nothing if it is already defined.
 * Throws TypeError if the name belongs to another element, SyntaxError if it is not a valid element name.
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
