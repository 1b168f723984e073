import { address } from '@solana/kit';
import { Autopay } from '@autopay/sdk';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { insertOwnedPlan } from '../../server/subscription-plans/owned-queries.ts';
import { signIn } from '../payer-wallet/support.ts';
import { randomAddress, seedMandate } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { joinTeam } from '../support/member.ts';
import { type Person, signUp } from '../support/person.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';

/** What one merchant has in one mode: the id of one of each. */
export interface Objects {
  mandate: string;
  charge: string;
  refund: string;
  event: string;
  delivery: string;
  link: string;
  product: string;
  mint: string;
  /** A plan of its own that was never signed. */
  plan: string;
}

/** Two merchants whose people are signed in, payers, and everything that the first one has, in both modes. */
export interface World {
  service: TestService;
  own: Party;
  stranger: Party;
  /** The first merchant's people beside its owner. */
  team: Record<'admin' | 'developer' | 'finance' | 'viewer', Person>;
  payer: TestWallet;
  payee: TestWallet;
  /** Tokens of wallet sessions. */
  payerToken: string;
  strangerToken: string;
  strangerWallet: TestWallet;
  test: Objects;
  live: Objects;
  /** Of the test mode's mandate, which is active and was paid for. */
  clientSecret: string;
  /** A new pending mandate of the first merchant, from the payer, on the chain. */
  pending(): Promise<{ id: string; client_secret: string }>;
  /** The response for the first merchant in test mode; an error fails the test. */
  // oxlint-disable-next-line typescript/no-explicit-any
  made(path: string, body: object): Promise<any>;
}

/** A merchant with every kind of key. */
export interface Party {
  person: Person;
  merchant: TestMerchant;
  readKey: string;
  revokedKey: string;
}

export const OWNER_KEY = 'the-key-of-the-platform-s-owner-0123456789';

export const MONTH = { amountPerPeriod: '1000000', periodSeconds: 30 * 86_400 };

export async function createWorld(service: TestService): Promise<World> {
  const [own, stranger] = [await createParty(service), await createParty(service)];
  const { merchant } = own;
  const [payer, payee, other] = [
    await service.wallet(merchant),
    await service.wallet(merchant),
    await service.wallet(merchant),
  ];
  const mint = await service.mint(merchant);
  const terms = { payer: payer.address, payee: payee.address, mint, ...MONTH, maxPeriods: 12 };
  const made = async (path: string, body: object) => {
    const answer = await service.call('POST', path, { key: merchant.testKey, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await made('/v1/webhook_endpoints', { url: 'http://127.0.0.1:1/hook' });
  const mandate = await made('/v1/mandates', { ...terms, autoAuthorize: true });
  await seedMandate(service.running.deployment, { merchantId: stranger.merchant.id, livemode: false });
  const charge = await eventually(async () => {
    const [row] = await service.db<{ id: string }[]>`
      select id from charges where mandate_id = ${mandate.id} and status = 'succeeded'`;
    return row?.id;
  });
  const refund = await made(`/v1/charges/${charge}/refund`, { amount: '1' });
  const delivery = await eventually(async () => {
    const [row] = await service.db<{ id: string; eventId: string }[]>`
      select id, event_id from webhook_deliveries where merchant_id = ${merchant.id} limit 1`;
    return row;
  });
  const test: Objects = {
    mandate: mandate.id,
    charge,
    refund: refund.id,
    event: delivery.eventId,
    delivery: delivery.id,
    link: (await made('/v1/payment_links', { payee: payee.address, mint, ...MONTH })).id,
    product: (await made('/v1/products', { name: 'Guide', payee: payee.address, mint, ...MONTH })).id,
    mint,
    plan: await insertPlan(service, { merchantId: merchant.id, livemode: false }, mint),
  };
  return {
    service,
    own,
    stranger,
    team: {
      admin: await joinTeam(service, own.merchant.id, 'admin'),
      developer: await joinTeam(service, own.merchant.id, 'developer'),
      finance: await joinTeam(service, own.merchant.id, 'finance'),
      viewer: await joinTeam(service, own.merchant.id, 'viewer'),
    },
    payer,
    payee,
    payerToken: (await signIn(service, payer)).token,
    strangerToken: (await signIn(service, other)).token,
    strangerWallet: other,
    test,
    live: await insertLive(service, merchant, payer.address),
    clientSecret: mandate.client_secret,
    pending: () => made('/v1/mandates', terms),
    made,
  };
}

async function createParty(service: TestService): Promise<Party> {
  const person = await signUp(service);
  const { keys, merchantId } = person;
  const add = async (scope: string) =>
    (await person.call('POST', '/v1/api_keys', { body: { name: scope, mode: 'test', scope } })).body;
  const [read, revoked] = [await add('read'), await add('full')];
  await person.call('DELETE', `/v1/api_keys/${revoked.id}`);
  const api = new Autopay(keys.test, { baseUrl: service.url });
  return {
    person,
    merchant: { id: merchantId, testKey: keys.test, liveKey: keys.live, api },
    readKey: read.key,
    revokedKey: revoked.key,
  };
}

/** Who calls in a role of the first merchant's team; its owner without one. */
function personIn({ own, team }: World, role: keyof World['team'] | 'owner' | undefined): Person {
  return role === undefined || role === 'owner' ? own.person : team[role];
}

/** A session of somebody's, to be ended. */
export async function insertSession(world: World, role?: keyof World['team'] | 'owner'): Promise<string> {
  const { email, password } = personIn(world, role);
  return (await world.service.call('POST', '/v1/sessions', { body: { email, password } })).body.id;
}

/** A passkey of somebody's, which nobody holds. */
export async function insertPasskey(world: World, role?: keyof World['team'] | 'owner'): Promise<string> {
  const id = newId('passkey');
  await world.service.db`
    insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at, trusted_from)
    select ${id}, id, ${id}, decode('00', 'hex'), 0, '{}', 'a passkey', 0, 0 from accounts
    where email = ${personIn(world, role).email}`;
  return id;
}

/** An API key of the merchant's, to be revoked. */
export async function insertKey({ service, own }: World): Promise<string> {
  const id = newId('apiKey');
  await service.db`
    insert into api_keys (id, merchant_id, livemode, scope, name, key_hash, last4, created_at)
    values (${id}, ${own.merchant.id}, false, 'full', 'a key', ${hashSecret(newSecret('sk_test_'))}, 'abcd', 0)`;
  return id;
}

/** A plan of the merchant's own, of which the transaction that makes it was never given out. */
async function insertPlan(service: TestService, tenant: Tenant, mint: string): Promise<string> {
  const { chains, clock } = service.running.deployment;
  const chain = chains.test!;
  const [id, owner] = [newId('subscriptionPlan'), randomAddress()];
  await service.db.begin((tx) =>
    insertOwnedPlan(tx, {
      ...tenant,
      id,
      address: randomAddress(),
      genesisHash: chain.genesisHash,
      owner,
      number: 1n,
      puller: chain.delegates[0]!.address,
      payee: owner,
      mint: address(mint),
      tokenProgram: 'token',
      amount: 1_000_000n,
      periodHours: 720,
      poolIndex: null,
      endsAt: null,
      madeAt: null,
      status: 'wanted',
      rent: 0n,
      recordedAt: clock.seconds(),
      createdAt: clock.seconds(),
      issuedAction: null,
      issuedMessage: null,
      issuedLastValidBlockHeight: null,
    }),
  );
  return id;
}

/** Live objects stand in the database only: this deployment has no chain for them. */
async function insertLive(service: TestService, merchant: TestMerchant, payer: string): Promise<Objects> {
  const { db } = service;
  const tenant = { merchantId: merchant.id, livemode: true };
  const mandate = await seedMandate(service.running.deployment, tenant);
  await db`update mandates set payer = ${payer} where id = ${mandate.id}`;
  const endpoint = await service.call('POST', '/v1/webhook_endpoints', {
    key: merchant.liveKey,
    body: { url: 'https://shop.example.com/hook' },
  });
  const objects: Objects = {
    mandate: mandate.id,
    charge: newId('charge'),
    refund: newId('refund'),
    event: newId('event'),
    delivery: newId('webhookDelivery'),
    link: newId('paymentLink'),
    product: newId('product'),
    mint: mandate.mint,
    plan: await insertPlan(service, tenant, mandate.mint),
  };
  const { charge, refund, event, delivery, link, product, mint } = objects;
  await db`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
    values (true, ${mint}, 'USD', 6, 'token', 'stable', false, false, 0)`;
  await db`
    insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, tx_signature, created_at, settled_at, receipt_number)
    values (${charge}, ${charge}, ${merchant.id}, true, ${mandate.id}, 0, 1000, 1, 'succeeded', ${'1'.repeat(64)}, 1, 1, 1)`;
  await db`
    insert into refunds (id, position, merchant_id, livemode, mandate_id, charge_id, amount, status, signer, created_at, recorded_at)
    values (${refund}, ${refund}, ${merchant.id}, true, ${mandate.id}, ${charge}, 1, 'failed', 'payee', 1, 1)`;
  const [{ body } = { body: '' }] = await db<{ body: string }[]>`
    select body from events where merchant_id = ${merchant.id} and type = 'mandate.created' limit 1`;
  const liveBody = { ...JSON.parse(body), id: event, livemode: true };
  Object.assign(liveBody.data.object, { id: mandate.id, livemode: true });
  await db`
    insert into events (id, position, merchant_id, livemode, type, mandate_id, created_at, body)
    values (${event}, ${event}, ${merchant.id}, true, 'mandate.created', ${mandate.id}, 1, ${JSON.stringify(liveBody)})`;
  await db`
    insert into webhook_deliveries (id, merchant_id, livemode, event_id, endpoint_id, status, created_at)
    values (${delivery}, ${merchant.id}, true, ${event}, ${endpoint.body.id}, 'exhausted', 1)`;
  for (const [id, kind] of [
    [link, 'payment_link'],
    [product, 'product'],
  ] as const) {
    await db`
      insert into offers (id, merchant_id, livemode, kind, name, payee, mint, decimals, sell_mode, amount_per_period, period_seconds, trial_seconds, created_at)
      values (${id}, ${merchant.id}, true, ${kind}, 'Guide', ${randomAddress()}, ${mint}, 6, 'subscription', 1000, 86400, 0, 1)`;
  }
  return objects;
}

/** An id of the same kind that nobody has. */
export function missingIdLike(id: string): string {
  const kind = /^[a-z]+_/.exec(id)?.[0];
  return kind === undefined ? randomAddress() : kind + newId('mandate').slice(4);
}
