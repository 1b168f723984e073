/**
 * The wall below POST /v1/mandates: Express, its JSON parser, the claim of an idempotency key, the read of four accounts, and the statement that
 * writes mandate, event and stored response, each the service's own and shared by the requests of a moment. It knows no keys, limits,
 * validation or rules.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { address } from '@solana/kit';
import express from 'express';
import { presentMandate } from '../../rules/mandates/present.ts';
import { draftMandate } from '../../server/activation/draft-mandate.ts';
import { insertMandateGathered } from '../../server/activation/insert-mandate.ts';
import { readSurroundings } from '../../server/activation/surroundings.ts';
import { readGathered } from '../../server/chain/gathered-reads.ts';
import { connectChain } from '../../server/chain/rpc.ts';
import { fileSigner } from '../../server/chain/signer.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { claimIdempotencyKey, HeldClaim, type IdempotencyStore } from '../../server/http/idempotency.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { createLogger } from '../../server/log.ts';
import { createMerchant } from '../../server/merchants/create-merchant.ts';

const env = process.env as Record<string, string>;
await migrate(env['DATABASE_URL']!);
const sql = connect(env['DATABASE_URL']!, { max: 20, applicationName: 'autopay-bench' });
const [feePayer, delegate] = await Promise.all([
  fileSigner(env['AUTOPAY_TEST_FEE_PAYER_KEY_FILE']!),
  fileSigner(env['AUTOPAY_TEST_DELEGATE_KEY_FILE']!),
]);
const clock = systemClock;
const chain = await connectChain({
  clock,
  mode: 'test',
  rpcUrls: [env['AUTOPAY_TEST_RPC_URL']!],
  expectedGenesisHash: null,
  commitment: 'confirmed',
  feePayer,
  delegates: [delegate],
  publishPlans: false,
  revokesPublishedPerDay: 0,
  minPriorityFeeMicroLamports: 0n,
  maxPriorityFeeMicroLamports: 0n,
  pullsPerTransaction: 10,
});
const { merchant } = await createMerchant({ db: sql, clock }, 'Bench');
const tenant = { merchantId: merchant.id, livemode: false };
const around = await readSurroundings(sql, tenant);
const store: IdempotencyStore = {
  sql,
  clock,
  secretKeys: [{ id: 'bench', key: randomBytes(32) }],
  log: createLogger('silent'),
};

const app = express();
app.use(express.json());
app.post('/v1/mandates', async (request, response) => {
  const { payer, payee, mint, amountPerPeriod, periodSeconds, maxPeriods } = request.body;
  const key = request.get('idempotency-key')!;
  const body = request.body as Record<string, unknown>;
  const claim = await claimIdempotencyKey(store, {
    scope: { ...tenant, key },
    method: 'POST',
    path: '/v1/mandates',
    body,
  });
  if (!(claim instanceof HeldClaim)) throw new Error('Bug: each request has a key of its own.');
  await readGathered(chain, [payer, payee, mint, delegate.address]);
  const parties = { payer, payee, mint, tokenProgram: 'token' as const, decimals: 6 };
  const terms = { amountPerPeriod: BigInt(amountPerPeriod), periodSeconds, maxPeriods, trialSeconds: 0 };
  const now = clock.seconds();
  const mandate = {
    ...draftMandate(chain, address(delegate.address), tenant, parties, {
      ...terms,
      sellMode: 'subscription',
      scheme: 'approval',
    }),
    clientSecretHash: hashSecret(newSecret('cs_')),
    createdAt: now,
    startAt: now,
    expiresAt: null,
    expireWakeAt: now + 86_400,
    recordedAt: now,
    planPublishAt: null,
    planDeferred: false,
  };
  const answer = { status: 201, body: presentMandate(mandate) };
  await insertMandateGathered(sql, mandate, around, { idempotency: claim, response: answer });
  await claim.settle(answer);
  response.status(201).json(answer.body);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Bare server at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
