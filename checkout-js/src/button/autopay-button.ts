import { PATIENCE_MS } from '../checkout-api.ts';
import type { CheckoutOptions } from '../checkout-options.ts';
import type { CheckoutState } from '../checkout-state.ts';
import { type Checkout, createCheckout } from '../create-checkout.ts';
import { element } from './element.ts';
import type { AutopayButtonEventMap } from './events.ts';
import { buttonLabel } from './label.ts';
import { createPanel, type Panel } from './panel.ts';
import type { PhoneCode } from './phone-code.ts';
import type { Actions } from './scene.ts';
import { adoptStyles } from './styles.ts';

// Server-side rendering imports this file too, and there is no HTMLElement on a server.
const PageElement =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (Object as never as typeof HTMLElement);

/** Properties that may have been set before the element was defined. */
const PROPERTIES = ['mandateId', 'clientSecret', 'apiBase', 'label', 'walletIcons'] as const;

/**
 * A button that opens a dialog in which the payer completes a checkout. Attributes: `mandate-id`, `api-base`,
 * `label`, `wallet-icons` (a page with a Content-Security-Policy must allow `img-src data:`) and
 * `client-secret`, which is removed from the document at once: prefer the property. Once all three required
 * values are set, it reads the terms, or after a reload the outcome. An invalid value throws an uncaught
 * TypeError that names it.
 */
export class AutopayButton extends PageElement {
  static readonly observedAttributes: readonly string[] = [
    'mandate-id',
    'client-secret',
    'api-base',
    'label',
    'wallet-icons',
  ];

  #clientSecret = '';
  #checkout: Checkout | null = null;
  #stop = (): void => {};
  #shown: CheckoutState | null = null;
  #button: HTMLButtonElement | null = null;
  #panel: Panel | null = null;
  #due = false;
  #code: PhoneCode | null = null;
  /** Loads when the dialog opens; see Actions. */
  #details: ReturnType<Actions['details']>;
  #isLoading = false;
  /** Waits for what does not come: a required value, or an answer. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;
  /** The values that the current checkout was created with. */
  #made = '';

  /** The id of the mandate to authorize. */
  get mandateId(): string {
    return this.getAttribute('mandate-id') ?? '';
  }
  set mandateId(value: string) {
    this.setAttribute('mandate-id', value);
  }

  /**
   * The mandate's `client_secret`; empty for none. Never the merchant's secret key. Never shown in an
   * attribute or an event.
   */
  get clientSecret(): string {
    return this.#clientSecret;
  }
  set clientSecret(value: string) {
    if (typeof value !== 'string') throw new TypeError('clientSecret must be a string.');
    this.#clientSecret = value;
    this.#schedule();
  }

  /** Address of the deployment, such as https://pay.example.com. */
  get apiBase(): string {
    return this.getAttribute('api-base') ?? '';
  }
  set apiBase(value: string) {
    this.setAttribute('api-base', value);
  }

  /** What the button says while there is something to pay. Default: the price. */
  get label(): string {
    return this.getAttribute('label') ?? '';
  }
  set label(value: string) {
    this.setAttribute('label', value);
  }

  /** Whether wallets are shown with their own icons, which are data URIs. Default false. */
  get walletIcons(): boolean {
    return this.hasAttribute('wallet-icons');
  }
  set walletIcons(value: boolean) {
    this.toggleAttribute('wallet-icons', value);
  }

  /** State of the checkout; null while a required value is missing. */
  get state(): CheckoutState | null {
    return this.#checkout?.getState() ?? null;
  }

  /**
   * Opens the dialog, as a click does. Does nothing while the element is outside a document or lacks a
   * required value.
   */
  open(): void {
    const panel = this.#panel;
    if (!this.#checkout || !panel || !this.isConnected || panel.dialog.open) return;
    panel.toggle(true);
    this.#loadDetails();
    this.#render();
  }

  /** Closes the dialog. Work in progress continues. */
  close(): void {
    this.#panel?.toggle(false);
  }

  override focus(options?: FocusOptions): void {
    this.#button?.focus(options);
  }

  /** @internal */
  connectedCallback(): void {
    for (const name of PROPERTIES) this.#takeEarly(name);
    if (!this.#panel) this.#build();
    this.#schedule();
  }

  /** @internal */
  disconnectedCallback(): void {
    this.#schedule();
  }

  /** @internal */
  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'client-secret') {
      if (value === null) return;
      this.removeAttribute(name);
      this.clientSecret = value;
    } else this.#schedule();
  }

  override addEventListener<Type extends keyof AutopayButtonEventMap>(
    type: Type,
    listener: (this: AutopayButton, event: AutopayButtonEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: never,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  /**
   * Runs once for all changes made in one task, and after a move within the document, which is not a
   * disconnect.
   */
  #schedule(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      this.#settleUp();
    });
  }

  #settleUp(): void {
    const { mandateId, clientSecret, apiBase } = this;
    const values = { mandateId, clientSecret, apiBase };
    const lacking = Object.entries(values).flatMap(([name, value]) => (value ? [] : [name]));
    const wanted = this.isConnected && lacking.length === 0 ? JSON.stringify(values) : '';
    if (wanted !== this.#made) {
      this.#made = wanted;
      this.#end();
      if (wanted) this.#begin(values);
    }
    if (!wanted)
      this.#await(
        // oxlint-disable-next-line no-console -- for the developer; the payer reads it on the button
        this.isConnected && (() => console.error(`<${this.localName}> lacks ${lacking.join(' and ')}.`)),
      );
    this.#render();
  }

  /** Shows that it is late, and calls `tell`, if nothing else happens for 8 s; with false not any more. */
  #await(tell: false | (() => void)): void {
    clearTimeout(this.#timer);
    this.#isLate = false;
    if (!tell) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#render();
      tell();
    }, PATIENCE_MS);
  }

  #begin(options: CheckoutOptions): void {
    // Until it is known that the values are right: what is wrong with them is thrown, and the payer is told as well.
    this.#isLate = true;
    this.#render();
    const checkout = createCheckout(options);
    this.#checkout = checkout;
    this.#stop = checkout.subscribe(() => this.#changed());
    this.#changed();
  }

  #end(): void {
    this.#await(false);
    this.#stop();
    this.#checkout?.destroy();
    this.#checkout = null;
    this.#shown = null;
    this.#dropCode();
    this.close();
  }

  #changed(): void {
    const state = this.#checkout!.getState();
    const before = this.#shown;
    if (state === before) return;
    this.#shown = state;
    // A wallet may take its time; what the service is asked for should not.
    this.#await((state.status === 'signing' || state.status === 'submitted') && (() => {}));
    this.#render();
    const { mandateId } = this;
    this.#tell('autopay:state', state);
    if (state.status === 'settled' && before?.status !== 'settled') {
      this.#tell('autopay:settled', { mandateId, state });
    }
    const { error } = state;
    // Problems with this page's wallets matter only once the dialog is open; a button nobody has pressed
    // stays quiet.
    const isTold = state.status !== 'choose_wallet' || this.#panel!.dialog.open;
    if (error && error !== before?.error && isTold) this.#tell('autopay:failed', { mandateId, error, state });
  }

  #tell<Type extends keyof AutopayButtonEventMap>(
    type: Type,
    detail: AutopayButtonEventMap[Type]['detail'],
  ): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    adoptStyles(root);
    this.#button = element('button', {
      type: 'button',
      class: 'primary',
      part: 'button',
      'aria-haspopup': 'dialog',
      onclick: () => this.open(),
    });
    root.append(this.#button);
    this.#panel = createPanel(root, {
      connect: (walletId) => this.#run((checkout) => checkout.connect(walletId)),
      confirm: () => this.#run((checkout) => checkout.confirm()),
      recover: () => this.#run((checkout) => checkout.recover()),
      cancel: () => this.#checkout?.cancel(),
      changeWallet: () => this.#changeWallet(),
      close: () => this.close(),
      hosted: () => this.#openHosted(`checkout/${this.mandateId}#${this.#clientSecret}`),
      topUp: () => this.#openHosted(`wallet#${this.mandateId}/top-up`),
      reload: () => location.reload(),
      code: () => this.#showCode(),
      details: () => this.#details,
    });
    this.#panel.dialog.addEventListener('close', () => this.#dropCode());
  }

  /** Loaded only for those who need it: in an open dialog, where there is no wallet, and not on the phone itself. */
  #showCode(): Node[] {
    if (!this.#panel!.dialog.open || window.matchMedia?.('(pointer: coarse)').matches) return [];
    if (this.#code) return [this.#code.node];
    const { mandateId, clientSecret, apiBase } = this;
    import('./phone-code.ts').then(
      ({ createPhoneCode }) => {
        // Asked for more than once, or for what is not shown any more.
        if (this.#code || !this.#panel!.dialog.open || mandateId !== this.mandateId) return;
        const decided = () => this.#run((checkout) => checkout.recover());
        this.#code = createPhoneCode({ mandateId, clientSecret, apiBase }, decided);
        this.#render();
      },
      // The button to the deployment's own page stays.
      () => {},
    );
    return [];
  }

  #loadDetails(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    import('./details.ts')
      .catch(() => null)
      .then((details) => {
        this.#details = details;
        this.#render();
      });
  }

  #dropCode(): void {
    this.#code?.stop();
    this.#code = null;
  }

  /** In a tab of its own. The secret is in the fragment, which no server sees. */
  #openHosted(path: string): void {
    open(`${this.apiBase.replace(/\/$/, '')}/${path}`, '_blank', 'noopener');
  }

  /** Failures are reported through the state. */
  #run(step: (checkout: Checkout) => Promise<unknown>): void {
    if (this.#checkout) step(this.#checkout).catch(() => {});
  }

  /** From a failed state this goes back two steps, past the review. */
  #changeWallet(): void {
    this.#checkout?.cancel();
    if (this.state?.status === 'review') this.#checkout?.cancel();
  }

  #render(): void {
    const state = this.#shown;
    if (!this.#button || !this.#panel) return;
    this.#button.disabled = state === null;
    // A button that cannot be pressed says so, once that is no question of a moment.
    this.#button.textContent =
      !state && this.#isLate ? 'Payment not available' : buttonLabel(state, this.label);
    if (state) this.#panel.show(state, this.walletIcons, this.#isLate);
  }

  #takeEarly(name: (typeof PROPERTIES)[number]): void {
    if (!Object.hasOwn(this, name)) return;
    const own = this as unknown as { [name: string]: unknown };
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
