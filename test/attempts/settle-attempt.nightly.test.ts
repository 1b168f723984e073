import type { Signature } from '@solana/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AttemptRow } from '../../server/attempts/queries.ts';
import { resolveDueAttempts } from '../../server/attempts/resolve-attempts.ts';
import { type Decision, settleAttempt } from '../../server/attempts/settle-attempt.ts';
import { type DelegatedAccount, detectCancellation } from '../../server/delegations/detect-cancellation.ts';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import { lyingNode } from '../chain/support.ts';
import { landedPulls, PERIOD_SECONDS, subscribe } from '../crash/books.ts';
import { askRefund, delegateRefunds, makeSale, refundedOf } from '../refunds/support.ts';
import { connectTestChain } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, type TestMerchant } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
afterEach(async () => {
  tellTruth();
  await service.setFaults();
});

type Answers = Record<string, unknown>;
let tellTruth = () => {};

/** Has the node give these responses, by method, until `tellTruth`. */
function answer(answers: Answers): void {
  tellTruth();
  const [node] = service.running.deployment.chains.test!.nodes;
  const { transport } = node!;
  node!.transport = async (config) => {
    const { method, id } = config.payload as { method: string; id: string };
    if (!(method in answers)) return transport(config);
    return { jsonrpc: '2.0', id, result: answers[method] } as never;
  };
  tellTruth = () => void (node!.transport = transport);
}

const UNKNOWN_SIGNATURE = { context: { slot: 1_000_000_000n }, value: [null] };
/** A node that has lost its history, and says so only by its first block. */
const PRUNED = {
  getSignatureStatuses: UNKNOWN_SIGNATURE,
  getSignaturesForAddress: [],
  getFirstAvailableBlock: 1_000_000_000n,
};

/** A mandate whose second charge is stuck: no node can prove what became of its attempt, which landed or not. */
async function stuckCharge(merchant: TestMerchant, { landed = false } = {}) {
  const { api } = merchant;
  const { mandate } = await subscribe(api);
  if (!landed) await service.setFaults({ method: 'sendTransaction', kind: 'drop' });
  // The node is asked about the attempt only once it has forgotten it.
  answer({ getSignatureStatuses: UNKNOWN_SIGNATURE });
  // It waits for what is due.
  const advanced = api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => null);
  const find = async () => {
    const [row] = await service.db<AttemptRow[]>`
      select a.id, a.signature, a.state from attempts a join charges c on c.id = a.charge_id
      where a.mandate_id = ${mandate.id} and c.period_index = 1`;
    return row;
  };
  const attempt = await eventually(find);
  const pulls = () => landedPulls((...args) => service.rpc(...args), mandate.id, 1);
  if (landed) await eventually(async () => (await pulls()).length === 1);
  answer(PRUNED);
  await service.skipSlots(250);
  await service.setFaults();
  void advanced;
  const charge = async () =>
    (await api.mandates.listCharges(mandate.id)).data.find(({ periodIndex }) => periodIndex === 1)!;
  expect((await charge()).status).toBe('processing');
  return { mandate, attempt, charge, pulls };
}

async function makeOld({ id }: Pick<AttemptRow, 'id'>): Promise<void> {
  await service.db`update attempts set signed_at = signed_at - 86400 where id = ${id}`;
}

async function settle(
  { id }: Pick<AttemptRow, 'id'>,
  decision: Decision,
  chains = service.running.deployment.chains,
): Promise<string[]> {
  const said: string[] = [];
  const { deployment } = service.running;
  await settleAttempt({ ...deployment, chains }, APPLIERS, { id, decision, by: 'a person' }, (line) =>
    said.push(line),
  );
  return said;
}

const EXPIRED = { kind: 'expired' } as const;
const landedBy = (signature: string) => ({ kind: 'landed', signature: signature as Signature }) as const;

test('an attempt that landed, which the node has forgotten, is recorded as landed, once', async () => {
  const merchant = await service.merchant();
  const { attempt, charge, pulls } = await stuckCharge(merchant, { landed: true });
  await expect(settle(attempt, landedBy(attempt.signature))).rejects.toThrow('younger than a day');
  await makeOld(attempt);
  const said = await settle(attempt, landedBy(attempt.signature));
  expect(said[0]).toMatch(
    /^127\.0\.0\.1:\d+ does not know the signature, knows no transfer .* does not reach back/,
  );
  expect(said[1]).toBe(`The attempt ${attempt.id} is landed.`);
  expect(await charge()).toMatchObject({ status: 'succeeded', txSignature: attempt.signature });
  expect(await pulls()).toHaveLength(1);
  await expect(settle(attempt, EXPIRED)).rejects.toThrow('settled already: landed');
  const entries = await service.db`
    select merchant_id, livemode, actor_kind, actor_name, resource_id, outcome, changes from audit_log
    where action = 'operator.settle-attempt' and resource_id = ${(await charge()).id}`;
  expect(entries).toEqual([
    {
      merchantId: merchant.id,
      livemode: false,
      actorKind: 'operator',
      actorName: 'settle-attempt',
      resourceId: (await charge()).id,
      outcome: 'succeeded',
      changes: { attempt: attempt.id, decision: 'landed', signature: attempt.signature },
    },
  ]);
});

test('an attempt that never landed is recorded as expired, and its charge is made', async () => {
  const { attempt, charge, pulls } = await stuckCharge(await service.merchant());
  await makeOld(attempt);
  expect((await settle(attempt, EXPIRED)).at(-1)).toBe(`The attempt ${attempt.id} is expired.`);
  tellTruth();
  await eventually(async () => (await charge()).status === 'succeeded');
  expect(await pulls()).toHaveLength(1);
});

test('one of a revoked mandate, once expired, no longer keeps its charge open', async () => {
  const { api } = await service.merchant();
  const { mandate, attempt, charge } = await stuckCharge({ api } as TestMerchant);
  await api.mandates.revoke(mandate.id);
  expect((await charge()).status).toBe('processing');
  await makeOld(attempt);
  await settle(attempt, EXPIRED);
  expect((await charge()).status).toBe('skipped');
});

test('a cancellation on chain waits for it: the mandate ends once it is settled, and nothing more is charged', async () => {
  const { api } = await service.merchant();
  const { mandate, attempt, charge, pulls } = await stuckCharge({ api } as TestMerchant);
  const { mint, payer: owner } = mandate;
  await service.rpc('autopay_approve', [{ mint, owner, delegate: null }]);
  const { deployment } = service.running;
  // An allowance that is gone may be spent by the pull that nobody can prove.
  const account = { livemode: false, payer: owner, mint, tokenProgram: 'token' } as DelegatedAccount;
  for (let look = 0; look < 2; look += 1) {
    await service.skipSlots(10);
    const report = await detectCancellation(deployment, deployment.chains.test!, account, {
      apartSeconds: 0,
    });
    expect(report).toEqual({ cancelled: [], suspected: [], displaced: [] });
    expect((await api.mandates.get(mandate.id)).status).toBe('active');
  }
  await makeOld(attempt);
  await settle(attempt, EXPIRED);
  tellTruth();
  await eventually(async () => (await api.mandates.get(mandate.id)).status === 'revoked');
  expect((await charge()).status).not.toBe('succeeded');
  expect(await pulls()).toHaveLength(0);
});

test('nothing is settled against what a node says, nor by a transaction that is not its transfer', async () => {
  const merchant = await service.merchant();
  const { mandate, attempt, charge, pulls } = await stuckCharge(merchant, { landed: true });
  await makeOld(attempt);
  const { data: charges } = await merchant.api.mandates.listCharges(mandate.id);
  const other = charges.find(({ status }) => status === 'succeeded')!;
  const statusOf = (err: object | null) => ({
    context: { slot: 1_000_000_000 },
    value: [{ slot: 5, confirmations: null, confirmationStatus: 'processed', err }],
  });
  const unknown = { context: { slot: 1_000_000_000 }, value: [null] };
  const forgotten = {
    getSignatureStatuses: unknown,
    getSignaturesForAddress: [],
    getFirstAvailableBlock: 1e9,
  };
  const cases: [Answers, Decision, RegExp][] = [
    [{ ...forgotten, getSignatureStatuses: statusOf(null) }, EXPIRED, /says that it landed/],
    [{ ...forgotten, getSignaturesForAddress: undefined }, EXPIRED, /says that it landed/],
    [
      { ...forgotten, getSignatureStatuses: { context: { slot: 1 }, value: [null] } },
      EXPIRED,
      /answers from before/,
    ],
    [{ ...forgotten, getSignaturesForAddress: undefined }, landedBy(other.txSignature!), /landed instead/],
    [
      { ...forgotten, getSignatureStatuses: statusOf({ InstructionError: [0, { Custom: 1 }] }) },
      landedBy(attempt.signature),
      /says that it failed/,
    ],
    [
      { ...forgotten, getFirstAvailableBlock: 0 },
      landedBy(attempt.signature),
      /has the history since the signing/,
    ],
    [forgotten, landedBy(other.txSignature!), /is not the transfer of this attempt/],
    [{ ...forgotten, getTransaction: null }, landedBy(other.txSignature!), /No node shows the transaction/],
  ];
  for (const [answers, decision, refusal] of cases) {
    const lies = Object.entries(answers).filter(([, result]) => result !== undefined);
    const node = await lyingNode(
      service.running.localnetUrl!,
      Object.fromEntries(lies.map(([method, result]) => [method, () => result])),
    );
    const chains = { ...service.running.deployment.chains, test: await connectTestChain(node.url) };
    await expect(settle(attempt, decision, chains), String(refusal)).rejects.toThrow(refusal);
    await node.stop();
  }
  expect((await charge()).status).toBe('processing');
  expect(await pulls()).toEqual([attempt.signature]);
});

test('while a worker holds the charge nothing is settled', async () => {
  const { attempt, mandate } = await stuckCharge(await service.merchant());
  await makeOld(attempt);
  await service.db`update charges set wake_at = 2e9 where mandate_id = ${mandate.id} and period_index = 1`;
  await expect(settle(attempt, EXPIRED)).rejects.toThrow('A worker holds the charge');
  await service.db`update charges set wake_at = null where mandate_id = ${mandate.id} and period_index = 1`;
});

test('a delegated refund is settled in the same way', async () => {
  const sale = await makeSale(service);
  await delegateRefunds(service, sale, 1_000_000n);
  answer({ getSignatureStatuses: UNKNOWN_SIGNATURE });
  const { body: refund } = await askRefund(service, sale, { amount: '400000' });
  expect(refund.status).toBe('pending');
  answer(PRUNED);
  await service.skipSlots(250);
  const [attempt] = await service.db<AttemptRow[]>`
    select id, signature from attempts where refund_id = ${refund.id}`;
  await makeOld(attempt!);
  await settle(attempt!, landedBy(attempt!.signature));
  expect(await sale.merchant.api.refunds.get(refund.id)).toMatchObject({
    status: 'succeeded',
    txSignature: attempt!.signature,
  });
  expect(await refundedOf(sale)).toBe('400000');
});

test('an attempt that is unknown for over an hour is named once in the log, with the command', async () => {
  const { attempt } = await stuckCharge(await service.merchant());
  await service.db`update attempts set signed_at = signed_at - 3700 where id = ${attempt.id}`;
  const lines: { attemptId?: string; command?: string }[] = [];
  const { deployment } = service.running;
  const log = Object.assign(Object.create(deployment.log), {
    warn: (line: object) => lines.push(line),
    error: () => {},
  });
  // A process of its own, which has said nothing yet.
  const watching = {
    ...deployment,
    log,
    chains: { ...deployment.chains, test: { ...deployment.chains.test! } },
  };
  for (let look = 0; look < 2; look += 1) {
    await service.db`update attempts set check_at = 0 where id = ${attempt.id}`;
    await resolveDueAttempts(watching, APPLIERS, false);
  }
  const told = lines.filter(({ attemptId }) => attemptId === attempt.id);
  expect(told.map(({ command }) => command)).toEqual([
    `npm start -- settle-attempt ${attempt.id} --landed <signature>|--expired`,
  ]);
});
