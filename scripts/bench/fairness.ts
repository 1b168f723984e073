import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getBase58Decoder } from '@solana/kit';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { placeCharge } from '../../server/charges/place-charge.ts';
import { connect, type Sql } from '../../server/db/connect.ts';
import { enqueue } from '../../server/jobs/enqueue.ts';
import { newId } from '../../server/lib/ids.ts';
import { mandateColumns, type MandateRow } from '../../server/mandates/queries.ts';
import { moveClock } from '../../server/test-mode/clock-queries.ts';
import { addBacklog } from './backlog.ts';
import { merchantWithMandates } from './charges.ts';
import { callRpc, type Machine } from './machine.ts';
import { until } from './until.ts';

/** From due to recorded as succeeded, in ms, of single charges without a backlog and beside one. */
export interface Waits {
  name: string;
  alone: number[];
  beside: number[];
}

/** In test mode, of one merchant. */
export const BACKLOG = 50_000;
const PAYERS = 250;
/** One a second of each kind: long enough that each meets other work. */
const PROBES = 12;
const PROBE_EVERY_MS = 1_000;
const LAMPORTS = 1_000_000_000_000;

/** What single charges are made of: active mandates with an allowance, each used twice. */
interface Source {
  name: string;
  mandates: MandateRow[];
}

/**
 * One worker of both modes, each with a chain of its own. A merchant has 50,000 test charges due; meanwhile single test charges of another
 * merchant fall due, and single live ones.
 */
export async function measureFairness(machine: Machine): Promise<Waits[]> {
  const keys = await mkdtemp(join(tmpdir(), 'autopay-bench-live-'));
  try {
    const [feePayer, delegate] = [join(keys, 'fee-payer.json'), join(keys, 'delegate.json')];
    await generateKeyFile(feePayer);
    await generateKeyFile(delegate);
    const rpcUrl = await machine.startLocalnet(1);
    await callRpc(rpcUrl, 'requestAirdrop', [(await fileSigner(feePayer)).address, LAMPORTS]);
    const databaseUrl = await machine.createDatabase('fairness');
    const api = await machine.startService('api', databaseUrl);
    const many = await merchantWithMandates(api.ready[1]!, PAYERS);
    const other = await merchantWithMandates(api.ready[1]!, PROBES);
    await api.stop();
    const sql = connect(databaseUrl, { max: 4, applicationName: 'autopay-bench' });
    const sources = [
      { name: 'of another merchant', mandates: await mandatesOf(sql, other.id) },
      {
        name: 'of live mode',
        mandates: await liveMandates(machine, other.id, { rpcUrl, feePayer, delegate }),
      },
    ];
    const dueAt = Math.floor(Date.now() / 1000) + 3_600;
    await addBacklog(sql, many, { count: BACKLOG, dueAt });
    const worker = await machine.startService('worker', databaseUrl, {
      AUTOPAY_LIVE_RPC_URL: rpcUrl,
      AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
      AUTOPAY_LIVE_DELEGATE_KEY_FILE: delegate,
    });
    // The first charge of a process compiles what the others run.
    await probeAll(sql, sources);
    const alone = await probeAll(sql, sources);
    await moveClock(sql, many.id, 3_600);
    await enqueue(sql, 'charges:collect', { livemode: false });
    await until('the first of the backlog to settle', () => isSettled(sql, many.id));
    const beside = await probeAll(sql, sources, dueAt - 3_600);
    await sql.end();
    await worker.stop();
    return sources.map(({ name }, at) => ({ name, alone: alone[at]!, beside: beside[at]! }));
  } finally {
    await rm(keys, { recursive: true });
  }
}

/** Mandates on the live chain. There nobody authorizes by himself, so they are made where that chain is the test chain. */
async function liveMandates(
  machine: Machine,
  merchantId: string,
  { rpcUrl, feePayer, delegate }: { rpcUrl: string; feePayer: string; delegate: string },
): Promise<MandateRow[]> {
  const databaseUrl = await machine.createDatabase('fairness_live');
  const api = await machine.startService('api', databaseUrl, {
    AUTOPAY_TEST_RPC_URL: rpcUrl,
    AUTOPAY_TEST_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_TEST_DELEGATE_KEY_FILE: delegate,
  });
  const { id } = await merchantWithMandates(api.ready[1]!, PROBES);
  await api.stop();
  const sql = connect(databaseUrl, { max: 1, applicationName: 'autopay-bench' });
  const mandates = await mandatesOf(sql, id);
  await sql.end();
  return mandates.map((mandate) => ({ ...mandate, merchantId, livemode: true }));
}

function mandatesOf(sql: Sql, merchantId: string): Promise<MandateRow[]> {
  return sql<MandateRow[]>`select ${mandateColumns(sql)} from mandates where merchant_id = ${merchantId}`;
}

/** A charge of each source every second, due at `dueAt`, or when it is made. */
async function probeAll(sql: Sql, sources: readonly Source[], dueAt?: number): Promise<number[][]> {
  return Promise.all(
    sources.map(({ mandates }) =>
      Promise.all(
        mandates.map(async (mandate, at) => {
          await setTimeout(at * PROBE_EVERY_MS);
          return probe(sql, mandate, dueAt ?? Math.floor(Date.now() / 1000));
        }),
      ),
    ),
  );
}

/** The ms until a charge of a copy of the mandate has settled. */
async function probe(sql: Sql, { ...mandate }: MandateRow, dueAt: number): Promise<number> {
  mandate.id = newId('mandate');
  mandate.reference = getBase58Decoder().decode(randomBytes(32)) as MandateRow['reference'];
  mandate.anchorAt = dueAt;
  mandate.budget /= 3n;
  mandate.amountPerPeriod /= 3n;
  const now = Math.floor(Date.now() / 1000);
  const startedAt = performance.now();
  const { charge } = await sql.begin(async (tx) => {
    await tx`insert into mandates ${tx(mandate as unknown as Record<string, string>)}`;
    return placeCharge(tx, mandate, { periodIndex: 0, dueAt }, { now, realNow: now });
  });
  await until('a charge to settle', async () => {
    const [row] = await sql`select 1 from charges where id = ${charge.id} and status = 'succeeded'`;
    return row !== undefined;
  });
  return performance.now() - startedAt;
}

async function isSettled(sql: Sql, merchantId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from charges where merchant_id = ${merchantId} and not livemode and status = 'succeeded' limit 1`;
  return rows.length > 0;
}
