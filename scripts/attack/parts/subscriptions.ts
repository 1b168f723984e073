import { randomInt } from 'node:crypto';
import { Autopay, type MandateWithSecret, type TestWallet } from '@autopay/sdk';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { createKeyPairSignerFromBytes, signBytes } from '@solana/kit';
import { sleep } from '../../../server/lib/clock.ts';
import type { Findings } from '../../chaos/findings.ts';
import { findSubscriptionsProgram } from '../../subscriptions-program.ts';
import { callRpc } from '../../bench/machine.ts';
import { newWallet } from '../../bench/wallets.ts';
import { Asker } from '../attackers/asker.ts';
import { type Attacker, type Field, newAttacker } from '../field.ts';
import { attackOn, type Part } from '../part.ts';

const AMOUNT = 1_000_000n;
const FUNDS = 100_000_000n;
const HOURLY = { amountPerPeriod: AMOUNT.toString(), periodSeconds: 3600, maxPeriods: 12 };
const PLANS_PER_DAY = 20;
/** Bits that are turned, anywhere in what a payer signed. */
const TURNED = 80;
/** Transactions of a plan and its rent cost no more than this. */
const LAMPORTS_OF_PLAN = 4_400_000;
const SETTLED_MS = 20_000;

const played = attackOn(
  'subscriptions on plans',
  { AUTOPAY_SCHEME: 'plan', AUTOPAY_PLANS_PER_DAY: String(PLANS_PER_DAY) },
  async (field, findings) => {
    const asker = new Asker(field.url, findings);
    const stage = await openStage(field, asker);
    await tamper(stage, asker, findings);
    await pretend(stage, asker, findings);
    await takeOver(stage, asker, findings);
    await makePlans(stage, asker, findings);
    await requireOneCharge(stage, findings);
    return asker.attempts;
  },
);

/** What strangers try with subscriptions on plans: altered, repeated and misplaced signatures, others' subscriptions and plans, and plans without bound. */
export const subscriptions: Part = {
  name: played.name,
  play: async () =>
    findSubscriptionsProgram() === null
      ? {
          name: played.name,
          attempts: 0,
          service: null,
          findings: [],
          notRun: 'there is no build of the Subscriptions program',
        }
      : played.play(),
};

interface Stage {
  field: Field;
  mint: string;
  merchant: Attacker;
  shop: Autopay;
  /** Has a merchant of their own. */
  thief: Attacker;
  thiefsShop: Autopay;
  payer: TestWallet;
  payee: TestWallet;
  thiefsWallet: TestWallet;
  /** The payer's, which they sign in this attack. */
  mandate: MandateWithSecret;
}

async function openStage(field: Field, asker: Asker): Promise<Stage> {
  const [merchant, thief] = [await newAttacker(field.url), await newAttacker(field.url)];
  const [shop, thiefsShop] = [merchant, thief].map(({ key }) => new Autopay(key, { baseUrl: field.url }));
  const mint = (await shop!.tokens.list()).data.find(({ floor }) => floor)!.mint;
  const wallet = () => shop!.test.createWallet({ mint, amount: FUNDS.toString() });
  const [payer, payee, thiefsWallet] = [await wallet(), await wallet(), await wallet()];
  const parties = { payer: payer.address, payee: payee.address, mint };
  const mandate = await shop!.mandates.create({ ...parties, ...HOURLY });
  const { scheme } = (await asker.must('GET', `/v1/mandates/${mandate.id}`, { key: merchant.key })).body;
  if (scheme !== 'plan') throw new Error(`Bug: the mandate is by ${scheme}.`);
  return {
    field,
    mint,
    merchant,
    shop: shop!,
    thief,
    thiefsShop: thiefsShop!,
    payer,
    payee,
    thiefsWallet,
    mandate,
  };
}

const at = ({ id, client_secret: secret }: MandateWithSecret, operation: string) =>
  `/v1/checkout/mandates/${id}/${operation}?client_secret=${secret}`;

const NOT_ISSUED = ['transaction_not_issued', 'parameter_invalid', 'verification_failed'];

async function signedBy(wallet: TestWallet, transaction: string): Promise<Buffer> {
  const signer = await signerFromKeyPair(Buffer.from(wallet.secretKey, 'base64'));
  return Buffer.from(await signer.signTransaction!(Buffer.from(transaction, 'base64')));
}

/** What the payer signed is altered on its way, handed in for other terms, and handed in again. */
async function tamper(
  { field, shop, thiefsShop, mint, payer, payee, thiefsWallet, mandate, merchant }: Stage,
  asker: Asker,
  findings: Findings,
): Promise<void> {
  const submit = (to: MandateWithSecret, wire: Uint8Array) =>
    asker.ask('POST', at(to, 'submit'), {
      body: { signedTransaction: Buffer.from(wire).toString('base64') },
    });
  const issued = await asker.must('POST', at(mandate, 'instruction'), { body: {} });
  const signed = await signedBy(payer, issued.body.transaction);
  for (let n = 0; n < TURNED; n += 1) {
    const wire = Buffer.from(signed);
    const byte = n < 64 ? 65 + randomInt(wire.length - 65) : randomInt(65);
    wire[byte]! ^= 1 << randomInt(8);
    await asker.refused(`byte ${byte} was altered`, NOT_ISSUED, submit(mandate, wire));
  }
  const status = async ({ id }: MandateWithSecret, api = shop) => (await api.mandates.get(id)).status;
  findings.expect((await status(mandate)) === 'pending', 'altered signatures activated a mandate');
  // The same payer, other terms: dearer, shorter, to somebody else.
  const others = [
    { api: shop, terms: { payee: payee.address, ...HOURLY, amountPerPeriod: String(9n * AMOUNT) } },
    { api: shop, terms: { payee: payee.address, ...HOURLY, maxPeriods: 100 } },
    { api: thiefsShop, terms: { payee: thiefsWallet.address, ...HOURLY } },
    { api: thiefsShop, terms: { payee: payee.address, ...HOURLY } },
  ];
  const misplaced: { api: Autopay; other: MandateWithSecret }[] = [];
  for (const { api, terms } of others) {
    const other = await api.mandates.create({ payer: payer.address, mint, ...terms });
    await asker.must('POST', at(other, 'instruction'), { body: {} });
    await asker.refused('signed for other terms', NOT_ISSUED, submit(other, signed));
    misplaced.push({ api, other });
  }
  // The thief signs for the payer, with a key of their own.
  const theirs = await signedByAnother(thiefsWallet, issued.body.transaction);
  await asker.refused('signed by another wallet', NOT_ISSUED, submit(mandate, theirs));
  const first = await submit(mandate, signed);
  findings.expect(first.status === 200, `what was issued was refused: ${JSON.stringify(first.body)}`);
  for (let n = 0; n < 10; n += 1)
    await asker.refused('handed in again', ['mandate_not_pending'], submit(mandate, signed));
  for (const { api, other } of misplaced) {
    await asker.refused('signed for other terms, and landed', NOT_ISSUED, submit(other, signed));
    await asker.ask('POST', at(other, 'refresh'), { body: {} });
    findings.expect(
      (await status(other, api)) === 'pending',
      `${other.id} was activated by what was signed for another`,
    );
  }
  await untilCharged(field, merchant.key, mandate, asker);
}

/** The transaction with the thief's signature where the payer's belongs. */
async function signedByAnother({ secretKey }: TestWallet, transaction: string): Promise<Buffer> {
  const wire = Buffer.from(transaction, 'base64');
  const { keyPair } = await createKeyPairSignerFromBytes(Buffer.from(secretKey, 'base64'));
  wire.set(await signBytes(keyPair.privateKey, wire.subarray(1 + 64 * wire[0]!)), 1);
  return wire;
}

async function untilCharged(
  _field: Field,
  key: string,
  { id }: MandateWithSecret,
  asker: Asker,
): Promise<void> {
  const deadline = performance.now() + SETTLED_MS;
  while ((await asker.must('GET', `/v1/mandates/${id}`, { key })).body.periodsCharged === 0) {
    if (performance.now() > deadline) throw new Error(`${id} was not charged.`);
    await sleep(200);
  }
}

const MISSING = ['resource_missing'];

/** Another payer's portal, and another merchant's key, at somebody else's subscription. */
async function pretend(
  { field: { url }, merchant, thief, payer, thiefsWallet, mandate }: Stage,
  asker: Asker,
  findings: Findings,
): Promise<void> {
  const challenge = async (address: string) =>
    (await asker.must('GET', `/v1/wallet/challenge?address=${address}`)).body.message as string;
  const message = await challenge(payer.address);
  const signature = await signText(thiefsWallet, message);
  const stolen = { address: payer.address, message, signature };
  await asker.refused(
    'a session of the payer by another key',
    ['invalid_wallet_signature'],
    asker.ask('POST', '/v1/wallet/sessions', { body: stolen }),
  );
  const own = await challenge(thiefsWallet.address);
  const { body } = await asker.must('POST', '/v1/wallet/sessions', {
    body: { address: thiefsWallet.address, message: own, signature: await signText(thiefsWallet, own) },
  });
  const { token } = body;
  const path = `/v1/wallet/mandates/${mandate.id}`;
  const transaction = { signedTransaction: Buffer.alloc(300, 1).toString('base64') };
  const portal: [string, string, object?][] = [
    ['GET', path],
    ['GET', `${path}/charges`],
    ['POST', `${path}/cancel`],
    ['POST', `${path}/top_up`, {}],
    ['POST', `${path}/submit`, transaction],
  ];
  for (const [method, where, sent] of portal)
    await asker.refused(
      `${method} ${where} by another payer`,
      MISSING,
      asker.ask(method, where, { key: token, ...(sent === undefined ? {} : { body: sent }) }),
    );
  const merchants: [string, string][] = [
    ['GET', `/v1/mandates/${mandate.id}`],
    ['GET', `/v1/mandates/${mandate.id}/charges`],
    ['POST', `/v1/mandates/${mandate.id}/revoke`],
  ];
  for (const [method, where] of merchants)
    await asker.refused(
      `${method} ${where} by another merchant`,
      MISSING,
      asker.ask(method, where, { key: thief.key }),
    );
  const { status } = await new Autopay(merchant.key, { baseUrl: url }).mandates.get(mandate.id);
  findings.expect(status === 'active', `strangers made ${mandate.id} ${status}`);
}

async function signText({ secretKey }: TestWallet, text: string): Promise<string> {
  const { keyPair } = await createKeyPairSignerFromBytes(Buffer.from(secretKey, 'base64'));
  return Buffer.from(await signBytes(keyPair.privateKey, new TextEncoder().encode(text))).toString('base64');
}

/** A merchant with a proven payout wallet wants the plan of another, with those who subscribed to it. */
async function takeOver(
  { field: { sql }, payer, payee, thiefsWallet, mandate }: Stage,
  asker: Asker,
  findings: Findings,
): Promise<void> {
  const [row] = await sql<
    { planAccount: string }[]
  >`select plan_account from mandates where id = ${mandate.id}`;
  const account = row!.planAccount;
  const email = `thief-${randomInt(1e9)}@attack.example`;
  const signUp = { name: 'Thief', email, password: 'correct horse battery', acknowledged: true };
  const { cookie, body } = await asker.must('POST', '/v1/signup', { body: signUp });
  const key = body.keys.test as string;
  const adopt = () =>
    asker.ask('POST', '/v1/subscription_plans/adopt', { key, body: { account, payers: null } });
  await asker.refused('a plan is taken over without a payout wallet', ['no_payout_wallet'], adopt());
  const prove = async (address: string) => {
    const { message } = (
      await asker.must('GET', `/v1/payout_wallet/challenge?address=${address}`, { cookie: cookie! })
    ).body;
    const proof = { address, message, signature: await signText(thiefsWallet, message) };
    return asker.ask('POST', '/v1/payout_wallet', { cookie: cookie!, body: proof });
  };
  await asker.refused(
    "another's payout wallet",
    ['invalid_wallet_signature', 'wallet_verification_failed'],
    prove(payee.address),
  );
  findings.expect((await prove(thiefsWallet.address)).status === 200, 'a payout wallet was not taken');
  await asker.refused("another's plan is taken over", ['parameter_invalid'], adopt());
  const payers = [payer.address];
  await asker.refused(
    "another's plan is taken over, its payer named",
    ['parameter_invalid'],
    asker.ask('POST', '/v1/subscription_plans/adopt', { key, body: { account, payers } }),
  );
}

/** A link's visitors want plans that the fee payer would pay for. */
async function makePlans(
  { field, thief, thiefsShop, thiefsWallet, mint }: Stage,
  asker: Asker,
  findings: Findings,
): Promise<void> {
  const before = await lamports(field);
  const { maxPeriods: _, ...endless } = HOURLY;
  const link = await thiefsShop.paymentLinks.create({
    name: 'Free',
    payee: thiefsWallet.address,
    mint,
    ...endless,
  });
  const tries = 2 * PLANS_PER_DAY;
  const statuses: Record<string, number> = {};
  for (let n = 0; n < tries; n += 8)
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const terms = { payer: newWallet(), payee: thiefsWallet.address, mint, ...HOURLY };
        const mandate = await thiefsShop.mandates.create(terms);
        const { status } = await asker.ask('POST', at(mandate, 'instruction'), { body: {} });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  // A payer's k-th subscription without an end needs the k-th plan of the pool.
  const payer = newWallet();
  for (let n = 0; n < 10; n += 1) {
    const path = `/v1/checkout/payment_links/${link.id}/mandates`;
    const started = await asker.ask('POST', path, { body: { payer } });
    if (started.status !== 201) continue;
    const { status } = await asker.ask('POST', at(started.body, 'instruction'), { body: {} });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  console.log(`  ${tries} plans were wanted: ${JSON.stringify(statuses)}`);
  const [row] = await field.sql<{ count: number }[]>`
    select count(*) as count from subscription_plans where merchant_id = ${thief.id}`;
  findings.expect(row!.count <= PLANS_PER_DAY, `${row!.count} plans were made for one merchant`);
  const spent = before - (await lamports(field));
  // The stranger's mandates of before had plans too, and the other merchant's pulls cost their fees.
  const most = (PLANS_PER_DAY + 2) * LAMPORTS_OF_PLAN;
  findings.expect(spent <= most, `strangers had the service pay ${spent} lamports`);
}

async function lamports({ url }: Field): Promise<number> {
  const readiness = await (await fetch(`${url}/readyz`)).text();
  return Number(/"feePayerLamports":"(\d+)"/.exec(readiness)![1]);
}

/** Whatever was tried, the payer paid one period to their payee. */
async function requireOneCharge(
  { field: { machine }, mint, payer, payee, thiefsWallet }: Stage,
  findings: Findings,
): Promise<void> {
  const balance = async (owner: string) => {
    const options = { encoding: 'jsonParsed', commitment: 'confirmed' };
    const { value } = await callRpc<{ value: { account: { data: ParsedTokens } }[] }>(
      machine.rpcUrl,
      'getTokenAccountsByOwner',
      [owner, { mint }, options],
    );
    return BigInt(value[0]!.account.data.parsed.info.tokenAmount.amount);
  };
  const paid = FUNDS - (await balance(payer.address));
  const earned = (await balance(payee.address)) - FUNDS;
  const stolen = (await balance(thiefsWallet.address)) - FUNDS;
  findings.expect(
    paid === AMOUNT && earned === AMOUNT && stolen === 0n,
    `the payer paid ${paid}, the payee got ${earned}, and thieves ${stolen}`,
  );
}

interface ParsedTokens {
  parsed: { info: { tokenAmount: { amount: string } } };
}
