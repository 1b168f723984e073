import { Autopay, AutopayError, createMerchant } from '@autopay/sdk';
import { sleep } from '../../server/lib/clock.ts';
import type { Findings } from './findings.ts';
import type { Shop } from './shop.ts';
import type { Stage } from './stage.ts';

/** A write that the service reported as successful. */
export interface Acknowledged {
  idempotencyKey: string;
  id: string;
  at: number;
}

/** A person's pace: enough to have one in progress whenever something is killed. */
const PAUSE_MS = 100;
const REFUND_PAUSE_MS = 500;
const AGAIN_MS = 250;
const TIMEOUT_MS = 10_000;
/** Refunds of a charge that was paid: small, so that many fit. */
const REFUND_AMOUNT = '1000';

/** Clients of the API that repeat each write with its idempotency key until it is acknowledged. */
export class Clients {
  readonly mandates: Acknowledged[] = [];
  readonly refunds: Acknowledged[] = [];
  /** While this is set no refund starts: a failover would forget what is acknowledged then. */
  refundsPaused = false;
  readonly #stage: Stage;
  readonly #shop: Shop;
  readonly #findings: Findings;
  readonly #over = new AbortController();
  #refundsBegun = 0;
  #orders: { id: string; api: Autopay } | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(stage: Stage, shop: Shop, findings: Findings) {
    this.#stage = stage;
    this.#shop = shop;
    this.#findings = findings;
  }

  /** The merchant for the new mandates: its clock stands still, so none of them expires. */
  get orders(): { id: string; api: Autopay } {
    return this.#orders!;
  }

  /** How many refunds were requested so far, acknowledged or not. */
  get refundsBegun(): number {
    return this.#refundsBegun;
  }

  async start(): Promise<void> {
    const { id, keys } = await createMerchant({ name: 'Orders' }, { baseUrl: this.#stage.apiUrl });
    this.#orders = { id, api: this.#clientOf(keys.test) };
    this.#running = Promise.all([this.#makeMandates(), this.#makeRefunds()]);
  }

  /** Waits until the writes in progress are acknowledged, and starts no others. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  /** Repeats the order with key `idempotencyKey`: the response must be the same mandate. */
  async repeatMandate(idempotencyKey: string): Promise<string> {
    return (await this.orders.api.mandates.create(this.#terms(), { idempotencyKey })).id;
  }

  #clientOf(key: string): Autopay {
    return new Autopay(key, { baseUrl: this.#stage.apiUrl, maxRetries: 0, timeoutMs: TIMEOUT_MS });
  }

  #terms() {
    const { subscriptions, payee, mint } = this.#shop;
    const { payer } = subscriptions[0]!;
    return { payer, payee, mint, amountPerPeriod: '1000', periodSeconds: 86_400 };
  }

  async #makeMandates(): Promise<void> {
    for (let n = 0; !this.#over.signal.aborted; n += 1) {
      const idempotencyKey = `order-${n}`;
      const id = await this.#untilAcknowledged(() => this.repeatMandate(idempotencyKey));
      if (id !== null) this.mandates.push({ idempotencyKey, id, at: performance.now() });
      await sleep(PAUSE_MS, this.#over.signal);
    }
  }

  /**
   * Starts one after the other, whatever happened to the previous one: a key whose request died is free again
   * after a minute.
   */
  async #makeRefunds(): Promise<void> {
    const begun: Promise<void>[] = [];
    for (let n = 0; !this.#over.signal.aborted; n += 1) {
      if (!this.refundsPaused) {
        this.#refundsBegun += 1;
        begun.push(this.#makeRefund(n));
      }
      await sleep(REFUND_PAUSE_MS, this.#over.signal);
    }
    await Promise.all(begun);
  }

  async #makeRefund(n: number): Promise<void> {
    const { subscriptions, testKey } = this.#shop;
    const api = this.#clientOf(testKey);
    const { mandate } = subscriptions[n % subscriptions.length]!;
    const charge = await this.#untilAcknowledged(async () => {
      const { data } = await api.mandates.listCharges(mandate.id);
      return data.find(({ status }) => status === 'succeeded')!;
    });
    if (charge === null) return;
    const idempotencyKey = `refund-${n}`;
    const refund = await this.#untilAcknowledged(() =>
      api.charges.refund(charge.id, { amount: REFUND_AMOUNT }, { idempotencyKey }),
    );
    if (refund !== null) this.refunds.push({ idempotencyKey, id: refund.id, at: performance.now() });
  }

  /** Retries temporary failures. Null if it was rejected, which is a finding. */
  async #untilAcknowledged<T>(call: () => Promise<T>): Promise<T | null> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof AutopayError) || !error.retryable) {
          this.#findings.add(`a request was refused: ${String(error)}`);
          return null;
        }
        await sleep(AGAIN_MS);
      }
    }
  }
}
