import { describe, expect, test } from 'vitest';
import { operationTable } from '../../server/generated/operations.ts';
import { createResponseCheck } from '../../server/http/check-response.ts';
import { loadContract } from '../../server/http/contract.ts';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { type Field, OPERATIONS } from '../../sdk/src/testing/operation.ts';
import { contract } from '../../sdk/src/testing/generated/contract.ts';

const STEPS = 600;
const OWNER_KEY = 'the-owner-of-the-fake-platform-1234';
const check = createResponseCheck((await loadContract()).document);

/** Numbers that look random and are the same in every run: a failure can be seen again. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Everything that responses have shown so far, by field name: what a caller could send next. */
type Seen = Map<string, unknown[]>;

function remember(seen: Seen, value: unknown, name = ''): void {
  if (Array.isArray(value)) for (const each of value) remember(seen, each, name);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) remember(seen, each, key);
  } else if (value !== null) {
    const values = seen.get(name) ?? [];
    // The latest are the likeliest to be of use.
    seen.set(name, [...values.slice(-30), value]);
  }
}

const FIXED: Record<string, readonly unknown[]> = {
  periodSeconds: [1, 60, 3600, 86_400],
  trialSeconds: [0, 30],
  maxPeriods: [null, 1, 3],
  amount: ['1', '1000', '1000000'],
  amountPerPeriod: ['1', '1000', '1000000', '18446744073709551615'],
  seconds: [1, 60, 3600],
  name: ['Coffee Club'],
  email: ['owner@coffee.example', 'other@coffee.example'],
  password: ['correct horse battery'],
  acknowledged: [true],
  url: ['https://shop.example.com/hook', 'http://10.0.0.1/'],
  symbol: ['ABC'],
  type: ['charge.succeeded', 'mandate.created'],
  mode: ['test', 'live'],
  limit: [1, 2, 100],
  decimals: [0, 6, 12, 13],
  autoAuthorize: [true],
};

/** Under which other names a field's value is shown. */
const ALSO: Record<string, readonly string[]> = {
  payer: ['payer', 'address'],
  payee: ['payee', 'address'],
  account: ['payer'],
  signedTransaction: ['transaction'],
  signature: ['txSignature'],
  startingAfter: ['id', 'mint', 'payer'],
  endingBefore: ['id', 'mint', 'payer'],
  product: ['id'],
  mandate: ['id', 'mandateId'],
};

/** Sent although they may be left out: without them little would be created. */
const ALWAYS_SENT = new Set(['payer', 'payee', 'mint', 'address', 'amountPerPeriod', 'periodSeconds']);

function valueFor(field: Field, seen: Seen, random: () => number): unknown {
  const pick = (values: readonly unknown[]) => values[Math.floor(random() * values.length)];
  if (field.schema.enum) return pick(field.schema.enum);
  const shown = (ALSO[field.name] ?? [field.name]).flatMap((name) => seen.get(name) ?? []);
  const candidates = [...(FIXED[field.name] ?? []), ...shown];
  return candidates.length === 0 ? 'x' : pick(candidates);
}

describe('a walk through the fake without a plan', () => {
  test.each([1, 2, 3, 4, 5])('every answer is one that the contract knows, walk %i', async (seed) => {
    const random = sequence(seed);
    const fake = fakeAutopay({ ownerKey: OWNER_KEY, liveChain: seed % 2 === 0, now: () => 1_800_000_000 });
    const { testKey, liveKey } = fake.merchant();
    const seen: Seen = new Map([
      ['mint', [fake.mint]],
      ['token', []],
    ]);
    const cookies: string[] = [];
    const statuses = new Map<number, number>();
    for (let step = 0; step < STEPS; step += 1) {
      // Some wallets first, so that there is somebody to pay.
      const operation =
        step < 6 ? contract.createTestWallet : OPERATIONS[Math.floor(random() * OPERATIONS.length)]!;
      const fields = operation.fields as readonly Field[];
      const part = (place: Field['in']) =>
        fields
          .filter(
            (field) =>
              field.in === place && (field.required || ALWAYS_SENT.has(field.name) || random() < 0.25),
          )
          .map((field) => [field.name, valueFor(field, seen, random)] as const);
      const credentials = [
        testKey,
        testKey,
        testKey,
        liveKey,
        OWNER_KEY,
        ...(seen.get('token') ?? []).slice(-1),
      ];
      const takesOwner = operation.security.some((scheme) => scheme === 'ownerKey');
      const key = takesOwner ? OWNER_KEY : credentials[Math.floor(random() * credentials.length)];
      const takesSession = operation.security.some((scheme) => scheme === 'session');
      const cookie = takesSession && random() < 0.4 ? cookies.at(-1) : undefined;
      const path = part('path').reduce(
        (text, [name, id]) => text.replace(`{${name}}`, String(id)),
        operation.path,
      );
      const query = new URLSearchParams(part('query').map(([name, value]) => [name, String(value)]));
      const response = await fake.fetch(`${fake.baseUrl}${path}?${query}`, {
        method: operation.method.toUpperCase(),
        headers: {
          ...(cookie === undefined ? { authorization: `Bearer ${key}` } : { cookie, origin: fake.baseUrl }),
          ...(operation.hasBody ? { 'content-type': 'application/json' } : {}),
        },
        ...(operation.hasBody ? { body: JSON.stringify(Object.fromEntries(part('body'))) } : {}),
      });
      const body = (await response.json()) as unknown;
      check(operationTable[operation.operationId], response.status, body);
      if (response.ok) remember(seen, body);
      cookies.push(...response.headers.getSetCookie().map((each) => each.split(';')[0]!));
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (random() < 0.05) await fake.clock.advance(1 + Math.floor(random() * 600));
    }
    // It went somewhere: not all was refused.
    expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(STEPS / 10);
    for (const { event } of fake.events) expect(event.object).toBe('event');
  });
});
