import type { CheckoutState } from '../checkout-state.ts';
import { element } from './element.ts';
import { type Actions, sceneOf } from './scene.ts';

/** The dialog in which the payer completes a checkout. */
export interface Panel {
  readonly dialog: HTMLDialogElement;
  /** Opens the dialog over the page, or closes it. */
  toggle(isOpen: boolean): void;
  /** Shows a state. Focus stays where it was, or moves to the heading if the focused element is gone. */
  show(state: CheckoutState, icons: boolean, isLate: boolean): void;
}

/** A closed panel in `root`. */
export function createPanel(root: ShadowRoot, actions: Actions): Panel {
  const heading = element('h2', { id: 'heading', part: 'heading', tabindex: '-1' });
  const close = element(
    'button',
    { type: 'button', class: 'close', part: 'close', 'aria-label': 'Close', onclick: actions.close },
    '×',
  );
  const body = element('div');
  // Both elements stay in place: screen readers announce changes only in live regions they already know.
  const status = element('p', { role: 'status', part: 'status' });
  const problem = element('p', { role: 'alert', class: 'error', part: 'error' });
  const buttons = element('div', { class: 'actions' });
  const dialog = element(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'heading' },
    element('header', {}, heading, close),
    problem,
    body,
    status,
    buttons,
  );
  root.append(dialog);
  return {
    dialog,
    toggle(isOpen) {
      if (dialog.open === isOpen) return;
      // jsdom knows the element, and not these.
      if (!dialog.showModal) dialog.open = isOpen;
      else if (isOpen) dialog.showModal();
      else dialog.close();
    },
    show(state, icons, isLate) {
      const scene = sceneOf(state, actions, icons, isLate);
      const focused = root.activeElement;
      const isOpen = body.querySelector('details')?.open ?? false;
      setText(heading, scene.heading);
      setText(status, scene.status);
      setText(problem, scene.problem);
      status.classList.toggle('busy', scene.busy);
      body.replaceChildren(...scene.body);
      buttons.replaceChildren(...scene.actions);
      const details = body.querySelector('details');
      if (details) details.open = isOpen;
      if (dialog.open && focused && !focused.isConnected) refocus(focused);
    },
  };

  function refocus(lost: Element): void {
    const key = (lost as HTMLElement).dataset['key'];
    const same = [...dialog.querySelectorAll<HTMLElement>('[data-key]')].find(
      (each) => each.dataset['key'] === key && !(each as HTMLButtonElement).disabled,
    );
    (same ?? heading).focus();
  }
}

/** Unchanged text is left alone, so that it is not announced twice. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
