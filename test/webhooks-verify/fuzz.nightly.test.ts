import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify, verifySync, WebhookVerificationError } from '@autopay/webhooks-verify';
import { mutateBytes, mutateText, randomNumbers } from './mutations.ts';

const ROUNDS = 1_000_000;
/** The same inputs are given to `verify` every so many rounds: its promises and keys take ten times as long. */
const EVERY = 100;

const now = 1_767_225_600;
const secret = 'whsec_4mJ8nYpQ2sVw7xZb3cDf5gHk9tLr6uNa1eWq8yTzXvB';
const other = `whsec_${randomBytes(32).toString('base64url')}`;
const bodies = [
  '{"id":"evt_1","type":"charge.succeeded","data":{"object":{"amount":"12500000"}}}',
  '{ "id" : "evt_2", "type" : "mandate.created", "name" : "é 例 😀" }\n',
  '[1]',
  'no JSON',
  '',
].map((text) => Buffer.from(text));

const hex = (key: string, signed: string | Buffer): string =>
  createHmac('sha256', key).update(signed).digest('hex');
const macOf = (key: string, t: string, body: Buffer): string =>
  hex(key, Buffer.concat([Buffer.from(`${t}.`), body]));

/** Headers that are right for a body, in every form that the grammar allows, and some that are right but for the time or the key. */
function headersOf(body: Buffer): string[] {
  const t = String(now);
  const right = macOf(secret, t, body);
  const wrong = macOf(other, t, body);
  return [
    `t=${t},v1=${right}`,
    `t=${t},v1=${wrong},v1=${right}`,
    `v1=${right.toUpperCase()},t=${t},v2=abc`,
    `t=${t},v0=abc,v1=${wrong}`,
    `t=${now - 400},v1=${macOf(secret, String(now - 400), body)}`,
    `t=0,v1=${macOf(secret, '0', body)}`,
  ];
}

const PART = String.raw`(?:t=(?:0|[1-9][0-9]{0,11})|v1=[0-9a-fA-F]{64}|v(?:0|[2-9]|[1-9][0-9])=[0-9A-Za-z_+/=-]+)`;
const GRAMMAR = new RegExp(`^${PART}(?:,${PART})*$`);

/**
 * What the specification says of acceptance, in another way than the code does: one regular expression for the whole header, and MACs
 * compared as text.
 */
function mayAccept(header: string, body: Buffer, keys: readonly string[]): boolean {
  if (header.length > 1_024 || !GRAMMAR.test(header)) return false;
  const times = [...header.matchAll(/(?:^|,)t=([0-9]+)/g)].map(([, digits]) => digits!);
  const macs = [...header.matchAll(/(?:^|,)v1=([0-9a-fA-F]{64})/g)].map(([, mac]) => mac!.toLowerCase());
  if (times.length !== 1 || macs.length < 1 || macs.length > 8) return false;
  if (
    Math.abs(now - Number(times[0])) > 300 ||
    !keys.some((key) => macs.includes(macOf(key, times[0]!, body)))
  )
    return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return /^[ \t\r\n]*\{/.test(text) && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

type Outcome = { accepted: unknown } | { code: string };

function outcomeOf(error: unknown, input: () => unknown): Outcome {
  if (error instanceof WebhookVerificationError) return { code: error.code };
  throw new Error(`another error than the verifier's own for ${JSON.stringify(input())}`, { cause: error });
}

const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0; // a stack for each of a million refusals is most of their cost
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

it(`accepts nothing without a valid MAC, and throws nothing but its own error, in ${ROUNDS.toLocaleString('en')} mutations`, async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
  console.log(`seed: FUZZ_SEED=${seed}`);
  const random = randomNumbers(seed);
  const headers = bodies.map(headersOf);
  const counts: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const which = random(bodies.length);
    const of = headers[random(8) === 0 ? random(bodies.length) : which]!;
    let header = of[random(of.length)]!;
    let body: Buffer = bodies[which]!;
    // A fifth keeps its header, a half its body: so every check is reached, with what is right and what is wrong.
    if (random(5) > 0) header = mutateText(header, random);
    else body = mutateBytes(body, random);
    if (random(4) === 0) body = mutateBytes(body, random);
    const input = () => ({ seed, round, header, body: body.toString('base64') });
    const keys = random(4) === 0 ? [other, secret] : [secret];
    const options = { body: random(2) === 0 ? body : body.toString(), header, secrets: keys, now };
    if (typeof options.body === 'string') body = Buffer.from(options.body);

    let outcome: Outcome;
    try {
      outcome = { accepted: verifySync(options) };
    } catch (error) {
      outcome = outcomeOf(error, input);
    }
    const accepted = 'accepted' in outcome;
    if (accepted || round % 20 === 0) {
      const allowed = mayAccept(header, body, keys);
      if (accepted !== allowed) expect({ ...input(), accepted }).toEqual({ ...input(), accepted: allowed });
    }
    if (round % EVERY === 0) {
      const later = await verify(options).then(
        (value): Outcome => ({ accepted: value }),
        (error: unknown) => outcomeOf(error, input),
      );
      if (JSON.stringify(later) !== JSON.stringify(outcome)) expect({ ...input(), later }).toEqual(outcome);
    }
    const kind = 'code' in outcome ? outcome.code : 'accepted';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  console.log(counts);
  // Otherwise most of it would have tested nothing.
  const reached = [
    'accepted',
    'missing_header',
    'malformed_header',
    'no_match',
    'looks_reserialized',
    'too_old',
    'invalid_json',
  ];
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(reached));
  expect(counts['accepted']).toBeGreaterThan(ROUNDS / 100);
  // Half a minute of computing: ten times that, for a machine that is shared.
}, 300_000);
