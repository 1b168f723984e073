import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deployment } from '../../server/deployment.ts';
import { newId } from '../../server/lib/ids.ts';
import { watchAccounts } from '../../server/delegations/watch-accounts.ts';
import { Net } from '../localnet/support.ts';
import { connectTestChain, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';

let net: Net;
let deployment: Deployment;
let drop: () => Promise<void>;
let id: string;

/** The last account in the order of the sweep, behind 450 others, has no delegate: its payer took that away. */
beforeAll(async () => {
  net = await Net.start({ slotMs: 100 });
  const chains = { test: await connectTestChain(net.localnet.rpcUrl), live: null };
  ({ deployment, drop } = await testDeployment({ chains }));
  const { db, clock } = deployment;
  const { mint } = (await net.call('autopay_localnetInfo')).tokens[0];
  const payer = await net.wallet();
  await net.call('autopay_mintTo', [{ mint, owner: payer.address, amount: '1' }]);
  await net.advance(33);
  const now = clock.seconds();
  ({ id } = await seedMandate(deployment, await testTenant(deployment)));
  await db`
    update mandates set payer = ${payer.address}, mint = ${mint}, status = 'active', activated_at = ${now},
      anchor_at = ${now}, authorization_slot = 1 where id = ${id}`;
  const ids = Array.from({ length: 450 }, () => newId('mandate'));
  // A zero byte first makes an address that begins with 1, before any other.
  const payers = ids.map(() => getBase58Decoder().decode(Uint8Array.of(0, ...randomBytes(31))));
  await db`
    insert into mandates
    select copy.* from mandates m, unnest(${ids}::text[], ${payers}::text[]) as fresh (id, payer),
      jsonb_populate_record(m, jsonb_build_object('id', fresh.id, 'reference', fresh.id, 'payer', fresh.payer)) copy
    where m.id = ${id}`;
});
afterAll(async () => {
  await drop();
  await net.localnet.stop();
});

/** A round on a clock by which each look at it is 11 s after the one before: there is time for one batch. */
function hastyRound(): Promise<void> {
  let ms = 0;
  const clock = { ...deployment.clock, monotonicMs: () => (ms += 11_000) };
  return watchAccounts({ ...deployment, clock }, false);
}

/** Whether the last account was looked at since this was last asked. */
async function wasSeen(): Promise<boolean> {
  const [row] = await deployment.db`select gone_seen_at from mandates where id = ${id}`;
  await deployment.db`update mandates set gone_seen_at = null where id = ${id}`;
  return row!['goneSeenAt'] !== null;
}

describe('a round over the accounts of payers', () => {
  test('stops when its time is over, and the next one goes on where it stopped', async () => {
    await hastyRound();
    expect(await wasSeen()).toBe(false);
    await hastyRound();
    expect(await wasSeen()).toBe(true);
    await hastyRound();
    expect(await wasSeen()).toBe(false);
    await watchAccounts(deployment, false);
    expect(await wasSeen()).toBe(true);
  });

  test('begins again with the accounts that no node could show', async () => {
    await hastyRound();
    await net.setFaults({ method: 'getMultipleAccounts', kind: 'refuse' });
    await watchAccounts(deployment, false).finally(() => net.setFaults());
    expect(await wasSeen()).toBe(false);
    await hastyRound();
    expect(await wasSeen()).toBe(true);
  });

  test('leaves a round that is under way alone', async () => {
    await net.setFaults({ method: 'getMultipleAccounts', kind: 'delay', delayMs: 3_000, times: 1 });
    const first = watchAccounts(deployment, false);
    let isUnderWay = true;
    const ended = () => void (isUnderWay = false);
    first.then(ended, ended);
    await eventually(async () => {
      const leases = await deployment.db`select 1 from account_sweeps where lease_token is not null`;
      return leases.length > 0;
    });
    await watchAccounts(deployment, false);
    expect(isUnderWay).toBe(true);
    await first.finally(() => net.setFaults());
    expect(await wasSeen()).toBe(true);
  });

  test('clears an unconfirmed suspicion: a later wrong response does not count as the second one', async () => {
    const { db } = deployment;
    const [row] = await db`select payer, mint, delegate from mandates where id = ${id}`;
    const { payer: owner, mint, delegate } = row!;
    await db`update mandates set gone_seen_at = 1 where id = ${id}`;
    await net.call('autopay_approve', [{ mint, owner, delegate, amount: '100000000' }]);
    await net.advance(33);
    await watchAccounts(deployment, false);
    expect(await wasSeen()).toBe(false);
    const [after] = await db`select status from mandates where id = ${id}`;
    expect(after!['status']).toBe('active');
    await net.call('autopay_approve', [{ mint, owner, delegate: null }]);
    await net.advance(33);
  });

  test('takes over from a process that died, once its lease has run out', async () => {
    const { db, clock } = deployment;
    await db`update account_sweeps set lease_until = ${clock.seconds() + 1}, lease_token = 'dead'`;
    await watchAccounts(deployment, false);
    expect(await wasSeen()).toBe(false);
    await db`update account_sweeps set lease_until = ${clock.seconds()}`;
    await watchAccounts(deployment, false);
    expect(await wasSeen()).toBe(true);
  });
});
