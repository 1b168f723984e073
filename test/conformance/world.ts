import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rpcAt } from '../localnet/support.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import type { CallOptions, Exchange } from './client.ts';
import { type Deployment, type Deployments, OWNER_KEY } from './deployments.ts';
import { broadcast, type Wallet, walletOf } from './wallet.ts';

/** A merchant of one deployment, with what it takes to be paid. */
export interface Shop {
  at: Deployment;
  id: string;
  key: string;
  liveKey: string;
  mint: string;
  payee: Wallet;
  created: Exchange;
  /** A call with the test key. */
  call(method: string, path: string, options?: CallOptions): Promise<Exchange>;
  /** The same, which must succeed. */
  ok(method: string, path: string, options?: CallOptions): Promise<Exchange>;
}

/** A merchant's person who is signed in. */
export interface Person {
  signedUp: Exchange;
  email: string;
  password: string;
  /** What a browser sends beside the body: the cookie and where the page is from. */
  headers: Record<string, string>;
}

/** A mandate on its way, by what its payer was given. */
export interface Opened {
  payer: Wallet;
  created: Exchange;
  id: string;
  /** The query that proves the purchase. */
  secret: string;
}

/** Terms of a mandate that is charged every day, three times. */
const DAILY = { amountPerPeriod: '1000000', periodSeconds: 86_400, maxPeriods: 3 };

/** What the checks stand on: the deployments, and things to do on them that many checks need. */
export class World {
  readonly deployments: Deployments;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #stops: (() => Promise<unknown>)[] = [];

  constructor(deployments: Deployments) {
    this.deployments = deployments;
  }

  get embedded(): Deployment {
    return this.deployments.embedded;
  }

  /** Does `make` once for each `name`, whoever asks first. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Promise<T>;
  }

  /** A new merchant with a payee's wallet. */
  async openShop(at: Deployment = this.embedded): Promise<Shop> {
    const created = await at.ok('POST', '/v1/merchants', { body: { name: 'Coffee Club' } });
    const { id, keys } = created.body;
    const key = keys.test as string;
    const call = (method: string, path: string, options: CallOptions = {}) =>
      at.call(method, path, { key, ...options });
    const ok = (method: string, path: string, options: CallOptions = {}) =>
      at.ok(method, path, { key, ...options });
    const tokens = (await ok('GET', '/v1/tokens')).body.data;
    const mint = tokens.find((token: { floor: boolean }) => token.floor)?.mint ?? '';
    const shop = { at, id, key, liveKey: keys.live, mint, created, call, ok };
    return { ...shop, payee: mint === '' ? (null as never) : await this.wallet(shop) };
  }

  /** The merchant that most checks share: whoever needs the clock or an exact count opens a shop of its own. */
  shop(): Promise<Shop> {
    return this.once('shop', () => this.openShop());
  }

  /** A new wallet with SOL and `amount` of the floor token. */
  async wallet({ ok }: Pick<Shop, 'ok'>, amount = '1000000000'): Promise<Wallet> {
    const { body } = await ok('POST', '/v1/test/wallets', { body: { amount } });
    return walletOf(body.secretKey);
  }

  /** A pending mandate. */
  async open(shop: Shop, terms: Record<string, unknown> = {}, payer?: Wallet): Promise<Opened> {
    const wallet = payer ?? (await this.wallet(shop));
    const body = { payer: wallet.address, payee: shop.payee.address, mint: shop.mint, ...DAILY, ...terms };
    const created = await shop.ok('POST', '/v1/mandates', { body });
    const { id, client_secret } = created.body;
    return { payer: wallet, created, id, secret: `?client_secret=${client_secret}` };
  }

  /** One checkout operation of a mandate, by its payer's browser. */
  checkout({ at }: Shop, { id, secret }: Opened, operation: string, body?: unknown): Promise<Exchange> {
    const path = `/v1/checkout/mandates/${id}${operation && `/${operation}`}${secret}`;
    return at.call(operation === '' || operation === 'receipt' ? 'GET' : 'POST', path, { body });
  }

  /**
   * The payer's wallet signs and broadcasts the authorization, and the browser refreshes. Returns the
   * refresh, or the view where the service noticed by itself before: it looks 5 s after it issued the
   * instruction, however slow this machine is.
   */
  async authorize(shop: Shop, opened: Opened): Promise<Exchange> {
    const instruction = await this.checkout(shop, opened, 'instruction');
    const wire = await opened.payer.signTransaction(instruction.body.transaction);
    const signature = await broadcast(shop.at.localnetUrl!, wire);
    const refreshed = await this.checkout(shop, opened, 'refresh', { signature });
    return refreshed.body.error?.code === 'mandate_not_pending' ? this.checkout(shop, opened, '') : refreshed;
  }

  /** A mandate that is authorized. */
  async activate(shop: Shop, terms: Record<string, unknown> = {}, payer?: Wallet) {
    const opened = await this.open(shop, terms, payer);
    const refreshed = await this.authorize(shop, opened);
    assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body));
    return { ...opened, refreshed };
  }

  /** Moves the shop's test clock. */
  advance(shop: Shop, seconds: number): Promise<Exchange> {
    return shop.ok('POST', '/v1/test/clock/advance', { body: { seconds } });
  }

  /** What a wallet has of the shop's token. */
  async balance({ at, mint }: Shop, { address }: Wallet): Promise<bigint> {
    const balance = await at.ok('GET', `/v1/wallet/balance?address=${address}&mint=${mint}`);
    return BigInt(balance.body.amount);
  }

  mandate(shop: Shop, id: string): Promise<Exchange> {
    return shop.ok('GET', `/v1/mandates/${id}`);
  }

  charges(shop: Shop, id: string): Promise<Exchange> {
    return shop.ok('GET', `/v1/mandates/${id}/charges`);
  }

  /** The list of events, which holds one of this type. */
  async event(shop: Shop, type: string, mandate: string): Promise<Exchange> {
    const events = await shop.ok('GET', `/v1/events?type=${type}&mandate=${mandate}`);
    assert.equal(events.body.data[0]?.type, type, `There is no ${type} of ${mandate}.`);
    return events;
  }

  /** A mandate that is paid three times and completed. */
  completed() {
    return this.once('completed', async () => {
      const shop = await this.openShop();
      const payer = await this.wallet(shop);
      const before = [await this.balance(shop, shop.payee), await this.balance(shop, payer)] as const;
      const mandate = await this.activate(shop, {}, payer);
      const first = await this.charges(shop, mandate.id);
      await this.advance(shop, 2 * 86_400);
      const ended = await this.mandate(shop, mandate.id);
      assert.equal(ended.body.status, 'completed');
      // Nothing else moves their tokens until then: refunds come later.
      const paid = {
        payee: (await this.balance(shop, shop.payee)) - before[0],
        payer: (await this.balance(shop, payer)) - before[1],
      };
      return { shop, ...mandate, first, ended, paid };
    });
  }

  /** A mandate whose payer has funds for one period: its second charge fails until the retries are exhausted. */
  dunned() {
    return this.once('dunned', async () => {
      const shop = await this.openShop();
      const payer = await this.wallet(shop, '1500000');
      const mandate = await this.activate(shop, {}, payer);
      await this.advance(shop, 86_400 + 60);
      const retrying = await this.charges(shop, mandate.id);
      await this.advance(shop, 86_400);
      const abandoned = await this.charges(shop, mandate.id);
      return { shop, ...mandate, retrying, abandoned, ended: await this.mandate(shop, mandate.id) };
    });
  }

  /** A mandate that its payer takes back on chain after the first charge, and one that was pending: its approval had landed. */
  cancelled() {
    return this.once('cancelled', async () => {
      const shop = await this.openShop();
      const mandate = await this.activate(shop);
      await this.takeBack(shop, mandate);
      const poor = await this.wallet(shop, '1');
      const pending = await this.open(shop, {}, poor);
      assert.equal((await this.authorize(shop, pending)).code, 'verification_failed');
      await this.takeBack(shop, pending);
      const ended = (id: string) =>
        eventually(async () => {
          const now = await this.mandate(shop, id);
          return now.body.status === 'revoked' && now;
        });
      const pendingEnded = await ended(pending.id);
      // Not before: a pending one expires within a day, and the next charge of the active one is due then.
      await this.advance(shop, 86_400);
      await ended(mandate.id);
      return { shop, ...mandate, charges: await this.charges(shop, mandate.id), pending, pendingEnded };
    });
  }

  /** The payer's token account has no delegate any more. */
  async takeBack({ at, mint }: Shop, { payer }: Opened): Promise<void> {
    await rpcAt(at.localnetUrl!, 'autopay_approve', [{ mint, owner: payer.address, delegate: null }]);
  }

  /** An active mandate whose last period passed while the service was down: nothing of it was charged but the first. */
  outlived() {
    return this.once('outlived', async () => {
      const at = await this.deployments.startClockwork('outlived');
      const shop = await this.openShop(at);
      const mandate = await this.activate(shop);
      at.advance(4 * 86_400);
      const ended = await eventually(async () => {
        const now = await this.mandate(shop, mandate.id);
        return now.body.status === 'expired' && now;
      }, 60_000);
      return { shop, ...mandate, ended };
    });
  }

  /** A mandate that its merchant revoked before the second charge. */
  revoked() {
    return this.once('revoked', async () => {
      const shop = await this.openShop();
      const mandate = await this.activate(shop);
      const revoked = await shop.call('POST', `/v1/mandates/${mandate.id}/revoke`);
      await this.advance(shop, 86_400);
      return { shop, ...mandate, revoked, after: await this.charges(shop, mandate.id) };
    });
  }

  /** A mandate that nobody authorized within its day. */
  expired() {
    return this.once('expired', async () => {
      const shop = await this.openShop();
      const mandate = await this.open(shop);
      await this.advance(shop, 2 * 86_400);
      return { shop, ...mandate, ended: await this.mandate(shop, mandate.id) };
    });
  }

  /** A mandate on trial, whose first charge lands when that ends. */
  trial() {
    return this.once('trial', async () => {
      const shop = await this.openShop();
      const mandate = await this.activate(shop, { trialSeconds: 7 * 86_400 });
      const during = await this.charges(shop, mandate.id);
      await this.advance(shop, 7 * 86_400 + 1);
      return { shop, ...mandate, during, after: await this.charges(shop, mandate.id) };
    });
  }

  /** A one-time purchase on the once-only deployment. */
  purchased() {
    return this.once('purchased', async () => {
      const shop = await this.openShop(this.deployments.onceOnly);
      const mandate = await this.activate(shop, { sellMode: 'once', maxPeriods: null });
      const ended = await this.mandate(shop, mandate.id);
      const events = await shop.ok('GET', `/v1/events?mandate=${mandate.id}&limit=50`);
      return { shop, ...mandate, ended, events };
    });
  }

  /** A merchant that signed up. */
  async signUp(at: Deployment = this.embedded, name = 'Coffee Club'): Promise<Person> {
    const email = `owner-${randomBytes(6).toString('hex')}@coffee.example`;
    const password = 'correct horse battery';
    const signedUp = await at.ok('POST', '/v1/signup', {
      body: { name, email, password, acknowledged: true },
    });
    const cookie = signedUp.headers.get('set-cookie')!.split(';')[0]!;
    return { signedUp, email, password, headers: { cookie, origin: at.url } };
  }

  /** Makes `wallet` the payout wallet of the person's merchant, by signing a challenge; with `present`, which agrees, at once instead of that one. */
  async provePayout(
    at: Deployment,
    { headers }: Person,
    wallet: Wallet,
    present?: Wallet,
  ): Promise<Exchange> {
    const { address } = wallet;
    const signed = async (by: Wallet, query: string) => {
      const challenge = await at.ok('GET', `/v1/payout_wallet/challenge?address=${by.address}${query}`, {
        headers,
      });
      const { message } = challenge.body;
      return { message, signature: await by.signMessage(message) };
    };
    const oldWallet = present && (await signed(present, `&newAddress=${address}`));
    const body = { address, ...(await signed(wallet, '')), oldWallet };
    return at.ok('POST', '/v1/payout_wallet', { headers, body });
  }

  person(): Promise<Person> {
    return this.once('person', () => this.signUp());
  }

  /** A merchant's server on loopback, closed at the end. */
  async receiver() {
    const receiver = await startReceiver();
    this.#stops.push(receiver.close);
    return receiver;
  }

  /** A payer who is signed in with their wallet. */
  async signIn(at: Deployment, wallet: Wallet) {
    const challenge = await at.ok('GET', `/v1/wallet/challenge?address=${wallet.address}`);
    const { message } = challenge.body;
    const signature = await wallet.signMessage(message);
    const body = { address: wallet.address, message, signature };
    const session = await at.ok('POST', '/v1/wallet/sessions', { body });
    return { challenge, body, session, token: session.body.token as string };
  }

  /** The owner's key, which all deployments of this world share. */
  readonly ownerKey = OWNER_KEY;

  async close(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    await this.deployments.stop();
  }
}
