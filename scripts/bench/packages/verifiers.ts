import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { verify, verifySync } from '@autopay/webhooks-verify';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Webhook as SvixWebhook } from 'svix';

/** One library over all rounds. */
export interface VerifierRounds {
  name: string;
  /** Per second of CPU, user and system, of all threads: other load on the machine is excluded. */
  perSecond: number[];
}

/** A receiver's own work for one webhook: verify the signature and return the event. */
interface Verifier {
  name: string;
  /** Verifies `count` webhooks, one after the other. */
  verifyMany(count: number): unknown;
}

const BODY_BYTES = 1_024;
/**
 * Long compared with a garbage collection, short enough that a round ends before the machine's load changes.
 */
const DURATION_MS = 100;
/** Between two readings of the CPU time. */
const BATCH = 200;

/**
 * Verifies and parses an event of 1 KiB, whose bytes are in a Buffer as they come from a socket. The
 * libraries take turns within each round, starting with a different one each time; the first round compiles
 * and does not count. What a library can prepare once is prepared once.
 */
export async function measureVerifiers(rounds: number): Promise<VerifierRounds[]> {
  const verifiers = await makeVerifiers(eventOf(BODY_BYTES));
  const measured = verifiers.map(({ name }): VerifierRounds => ({ name, perSecond: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < verifiers.length; turn += 1) {
      const index = (turn + round) % verifiers.length;
      const perSecond = await measure(verifiers[index]!);
      if (round > 0) measured[index]!.perSecond.push(perSecond);
    }
  }
  return measured;
}

async function measure({ verifyMany }: Verifier): Promise<number> {
  const before = process.cpuUsage();
  let count = 0;
  let cpuMs = 0;
  while (cpuMs < DURATION_MS) {
    await verifyMany(BATCH);
    count += BATCH;
    const { user, system } = process.cpuUsage(before);
    cpuMs = (user + system) / 1_000;
  }
  return (count / cpuMs) * 1_000;
}

async function makeVerifiers(body: Buffer): Promise<Verifier[]> {
  const seconds = Math.floor(Date.now() / 1_000);
  const raw = randomBytes(32);
  const secret = `whsec_${raw.toString('base64')}`;
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const header = `t=${seconds},v1=${mac}`;

  const id = 'msg_1';
  const symmetric = createHmac('sha256', raw).update(`${id}.${seconds}.`).update(body).digest('base64');
  const [standard, svix] = [new StandardWebhook(secret), new SvixWebhook(secret)];
  const headersOf = (prefix: string) => ({
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: `${seconds}`,
    [`${prefix}-signature`]: `v1,${symmetric}`,
  });
  const [standardHeaders, svixHeaders] = [headersOf('webhook'), headersOf('svix')];

  return [
    many('verifySync', () => verifySync({ body, header, secrets: secret }).event),
    manyAsync('verify', async () => (await verify({ body, header, secrets: secret })).event),
    // Reads no header and compares no time: a verifier cannot do less.
    many('bare HMAC, timingSafeEqual, JSON.parse', () => {
      const own = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
      if (!timingSafeEqual(own, Buffer.from(mac, 'hex'))) throw new Error('Bug: it is not signed.');
      return JSON.parse(body.toString());
    }),
    many('stripe, constructEvent', () => Stripe.webhooks.constructEvent(body, header, secret)),
    many('svix, and JSON.parse, which is not in it', () => {
      svix.verify(body, svixHeaders);
      return JSON.parse(body.toString());
    }),
    many('standardwebhooks', () => standard.verify(body, standardHeaders)),
  ];
}

function many(name: string, one: () => unknown): Verifier {
  if (!isEvent(one())) throw new Error(`Bug: ${name} answers no event.`);
  return {
    name,
    verifyMany: (count) => {
      for (let done = 0; done < count; done += 1) one();
    },
  };
}

function manyAsync(name: string, one: () => Promise<unknown>): Verifier {
  return {
    name,
    verifyMany: async (count) => {
      for (let done = 0; done < count; done += 1) {
        if (!isEvent(await one())) throw new Error(`Bug: ${name} answers no event.`);
      }
    },
  };
}

function isEvent(value: unknown): boolean {
  return (value as { type?: unknown } | null)?.type === 'charge.succeeded';
}

/** A charge.succeeded of exactly this many bytes. */
function eventOf(bytes: number): Buffer {
  const charge = {
    object: 'charge',
    id: 'chg_4TQz7YwXbN2mKd',
    mandate: 'man_8HfLr3VcPa5sJe',
    status: 'succeeded',
    amount: '12500000',
    mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    periodIndex: 3,
    dueAt: 1_767_225_600,
    settledAt: 1_767_225_609,
    metadata: { order: '' },
  };
  const event = {
    object: 'event',
    id: 'evt_6Qp2TnWk9ZrYcB',
    type: 'charge.succeeded',
    livemode: false,
    createdAt: 1_767_225_609,
    data: { object: charge },
  };
  charge.metadata.order = 'a'.repeat(bytes - JSON.stringify(event).length);
  return Buffer.from(JSON.stringify(event));
}
