import { Autopay, createMerchant, type MandateWithSecret, type TestWallet } from '@autopay/sdk';
import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { sleep } from '../../server/lib/clock.ts';
import type { Findings } from './findings.ts';
import { FUNDS, PERIOD_SECONDS, type Shop } from './shop.ts';
import type { Stage } from './stage.ts';

/** Somebody who subscribed while things were killed, and has paid their first period. */
export interface Subscriber {
  mandateId: string;
  payer: string;
  at: number;
}

export const FIRST_AMOUNT = 2_000_000n;
/** Each has an end, and so under the plan scheme a plan of its own, made while they subscribe. */
const PERIODS = 12;
const AGAIN_MS = 500;
const TIMEOUT_MS = 10_000;
/** The longest that anything here keeps a payer waiting: a key whose request died is free after a minute, a signature expires in two. */
const STUCK_MS = 240_000;

/** New payers, one after the other, who sign with their own keys in the checkout, and go on where they were whatever fails. */
export class Subscribers {
  readonly all: Subscriber[] = [];
  /** While this is set nobody new comes: a failover would forget what they did. */
  paused = false;
  /** Whether nobody is half-way. */
  isIdle = true;
  readonly #stage: Stage;
  readonly #shop: Shop;
  readonly #findings: Findings;
  readonly #over = new AbortController();
  #club: { id: string; api: Autopay; payee: string } | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(stage: Stage, shop: Shop, findings: Findings) {
    this.#stage = stage;
    this.#shop = shop;
    this.#findings = findings;
  }

  /** Their merchant, whose clock stands still, so that nobody owes a second period. */
  get club(): { id: string; api: Autopay; payee: string } {
    return this.#club!;
  }

  async start(): Promise<void> {
    const baseUrl = this.#stage.apiUrl;
    const { id, keys } = await createMerchant({ name: 'Tea Club' }, { baseUrl });
    const api = new Autopay(keys.test, { baseUrl, maxRetries: 0, timeoutMs: TIMEOUT_MS });
    const payee = await api.test.createWallet({ mint: this.#shop.mint, amount: FUNDS.toString() });
    this.#club = { id, api, payee: payee.address };
    this.#running = this.#run();
  }

  /** Waits for whoever is half-way, and lets nobody else in. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#over.signal.aborted; n += 1) {
      await sleep(AGAIN_MS, this.#over.signal);
      if (this.paused || this.#over.signal.aborted) continue;
      this.isIdle = false;
      const subscriber = await this.#subscribe(n);
      if (subscriber !== null) this.all.push(subscriber);
      this.isIdle = true;
    }
  }

  async #subscribe(n: number): Promise<Subscriber | null> {
    const { api, payee } = this.club;
    const { mint } = this.#shop;
    const deadline = performance.now() + STUCK_MS;
    let payer: TestWallet | null = null;
    let mandate: MandateWithSecret | null = null;
    for (;;) {
      try {
        payer ??= await api.test.createWallet({ mint, amount: FUNDS.toString() });
        const terms = { amountPerPeriod: FIRST_AMOUNT.toString(), periodSeconds: PERIOD_SECONDS };
        mandate ??= await api.mandates.create(
          { payer: payer.address, payee, mint, ...terms, maxPeriods: PERIODS },
          { idempotencyKey: `subscriber-${n}` },
        );
        if (await this.#isPaid(mandate, payer))
          return { mandateId: mandate.id, payer: payer.address, at: performance.now() };
      } catch (error) {
        if (performance.now() > deadline) {
          this.#findings.add(`${mandate?.id ?? 'a mandate'} could not be subscribed to: ${String(error)}`);
          return null;
        }
      }
      await sleep(AGAIN_MS);
    }
  }

  /** Takes the next step, if there is one. Throws what may be tried again. */
  async #isPaid({ id, client_secret: clientSecret }: MandateWithSecret, payer: TestWallet): Promise<boolean> {
    const { status, periodsCharged } = await this.club.api.mandates.get(id);
    if (periodsCharged > 0) return true;
    if (status !== 'pending') throw new Error(`it is ${status}, and not charged`);
    const signer = await signerFromKeyPair(Buffer.from(payer.secretKey, 'base64'));
    await authorize({ apiBase: this.#stage.apiUrl, mandateId: id, clientSecret, signer });
    throw new Error('it was signed, and is not charged yet');
  }
}
