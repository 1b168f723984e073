import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listEntries } from '../../server/audit-log/queries.ts';
import { boundTimes } from '../../server/merchants/created-range.ts';
import { applyDueChanges } from '../../server/payout-wallet/apply-due-changes.ts';
import { changePayoutWallet } from '../../server/payout-wallet/change.ts';
import { payoutWalletRoutes } from '../../server/payout-wallet/routes.ts';
import { stopChange } from '../../server/payout-wallet/stop-change.ts';
import { decryptSecret } from '../../server/lib/secret-box.ts';
import { boxContext, type MailContent } from '../../server/mail/outbox.ts';
import { getMerchant } from '../../server/merchants/queries.ts';
import { toBase58 } from '../../server/lib/base58.ts';
import { createMerchant } from '../../server/merchants/create-merchant.ts';
import type { Deployment } from '../../server/deployment.ts';
import { type FakeClock, requestOf, testDeployment } from '../support/deployment.ts';
import { insertMember } from '../support/member.ts';
import { signText } from '../support/sign-text.ts';

const DAY = 86_400;
/** Nothing is sent: no worker runs. */
const MAIL = { from: { name: null, address: 'pay@example.com' } } as unknown as Deployment['mail'];

let deployment: Deployment;
let clock: FakeClock;
let drop: () => Promise<void>;
let merchantId: string;
let accountId: string;
let [first, second, third] = [newWallet(), newWallet(), newWallet()];
beforeAll(async () => {
  ({ deployment, clock, drop } = await testDeployment({ mail: MAIL }));
});
afterAll(() => drop());
beforeEach(async () => {
  merchantId = (await createMerchant(deployment, 'Coffee Club')).merchant.id;
  accountId = await insertMember(deployment.db, merchantId);
  [first, second, third] = [newWallet(), newWallet(), newWallet()];
});

interface Wallet {
  address: string;
  secretKey: Uint8Array;
}

function newWallet(): Wallet {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d, x } = privateKey.export({ format: 'jwk' });
  const [seed, key] = [Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')];
  return { address: toBase58(key), secretKey: Buffer.concat([seed, key]) };
}

/** A request of the merchant's owner, with a password alone behind it. */
const request = () =>
  requestOf(deployment, null, {
    auth: {
      kind: 'session',
      sessionId: 'ses_1',
      accountId,
      merchantId,
      role: 'owner',
      livemode: true,
      onlyReads: null,
    } as never,
  });

async function challenge(address: string, newAddress?: string): Promise<string> {
  const query = newAddress === undefined ? { address } : { address, newAddress };
  const { body } = await payoutWalletRoutes(deployment).getPayoutWalletChallenge(request(), {
    query,
  } as never);
  return body.message;
}

/** The owner proves a wallet; with `agreed` the present one agrees. */
async function prove(wallet: Wallet, agreed?: { by: Wallet; to?: string }) {
  const message = await challenge(wallet.address);
  const proof = { address: wallet.address, message, signature: await signText(wallet, message) };
  const text = agreed && (await challenge(agreed.by.address, agreed.to ?? wallet.address));
  const oldWallet = agreed && { message: text!, signature: await signText(agreed.by, text!) };
  const body = oldWallet === undefined ? proof : { ...proof, oldWallet };
  return (await payoutWalletRoutes(deployment).setPayoutWallet(request(), { body } as never)).body;
}

const wallet = async () => (await getMerchant(deployment.db, merchantId)).payoutWallet;
const pending = async () => (await getMerchant(deployment.db, merchantId)).pendingPayoutWallet;

test('the first payout wallet is set at once', async () => {
  expect(await prove(first)).toMatchObject({ payoutWallet: first.address });
  expect(await pending()).toBeNull();
});

describe('a change that a password alone stands behind', () => {
  beforeEach(() => prove(first));

  test('waits for 24 hours to the second, while everything goes to the old wallet', async () => {
    const asked = await prove(second);
    const now = clock.seconds();
    expect(asked).toMatchObject({
      payoutWallet: first.address,
      pendingPayoutWallet: { address: second.address, provenAt: now, takesEffectAt: now + DAY },
    });
    clock.advance(DAY - 1);
    await applyDueChanges(deployment);
    expect(await wallet()).toBe(first.address);
    clock.advance(1);
    await applyDueChanges(deployment);
    expect(await getMerchant(deployment.db, merchantId)).toMatchObject({
      payoutWallet: second.address,
      payoutWalletVerifiedAt: now,
      pendingPayoutWallet: null,
      pendingPayoutWalletFrom: null,
    });
  });

  test('wakes a worker when its time has come', async () => {
    await prove(second);
    const [job] = await deployment.db`
      select task_identifier, extract(epoch from run_at)::bigint as run_at from graphile_worker.jobs
      where key = ${`payout-wallet/${merchantId}`}`;
    expect(job).toEqual({ taskIdentifier: 'payout-wallets:change', runAt: clock.seconds() + DAY });
  });

  test('never takes effect once it was stopped', async () => {
    await prove(second);
    const stopped = await stopChange(deployment, merchantId, null);
    expect(stopped).toMatchObject({ payoutWallet: first.address, pendingPayoutWallet: null });
    clock.advance(DAY);
    await applyDueChanges(deployment);
    expect(await wallet()).toBe(first.address);
    // And to stop nothing changes nothing.
    expect(await stopChange(deployment, merchantId, null)).toMatchObject({ payoutWallet: first.address });
  });

  test('is not brought forward by asking again, and not put off either', async () => {
    const { pendingPayoutWallet: before } = await prove(second);
    clock.advance(3_600);
    const { pendingPayoutWallet: after } = await prove(second);
    expect(after).toEqual(before);
  });

  test('gives way to another one, which waits for 24 hours of its own', async () => {
    await prove(second);
    clock.advance(DAY - 60);
    const { pendingPayoutWallet } = await prove(third);
    expect(pendingPayoutWallet).toMatchObject({
      address: third.address,
      takesEffectAt: clock.seconds() + DAY,
    });
    clock.advance(120);
    await applyDueChanges(deployment);
    expect(await wallet()).toBe(first.address);
    clock.advance(DAY);
    await applyDueChanges(deployment);
    expect(await wallet()).toBe(third.address);
  });

  test('has one winner among several that come at once', async () => {
    const proofs = await Promise.allSettled([prove(second), prove(third), prove(second), prove(third)]);
    expect(proofs.map(({ status }) => status)).toEqual(proofs.map(() => 'fulfilled'));
    const winner = await pending();
    expect([second.address, third.address]).toContain(winner);
    clock.advance(DAY);
    await Promise.all([1, 2, 3].map(() => applyDueChanges(deployment)));
    expect(await wallet()).toBe(winner);
    const entries = await entriesOf('changePayoutWallet');
    expect(entries).toHaveLength(1);
  });

  test('and a stop at the moment it takes effect: one of the two comes first, and the answer says which', async () => {
    await prove(second);
    clock.advance(DAY);
    const [stopped] = await Promise.all([
      stopChange(deployment, merchantId, null),
      applyDueChanges(deployment),
    ]);
    expect(await wallet()).toBe(stopped.payoutWallet);
    expect(await pending()).toBeNull();
  });

  test('is whole after a crash in the middle of it: the next round does it once', async () => {
    await prove(second);
    clock.advance(DAY);
    const log = deployment.db`select count(*)::integer as lines from audit_log where merchant_id = ${merchantId}`;
    const [before] = await log;
    // The transaction breaks after the wallet was changed in it.
    await deployment.db`alter table audit_log rename to audit_log_away`;
    await expect(applyDueChanges(deployment)).rejects.toThrow('audit_log');
    await deployment.db`alter table audit_log_away rename to audit_log`;
    expect(await wallet()).toBe(first.address);
    await applyDueChanges(deployment);
    await applyDueChanges(deployment);
    expect(await wallet()).toBe(second.address);
    expect(await entriesOf('changePayoutWallet')).toHaveLength(1);
    expect(before!['lines']).toBe(0);
  });

  test('is left alone by a process whose clock is wrong', async () => {
    await prove(second);
    clock.advance(DAY);
    await applyDueChanges({ ...deployment, clockIsRight: async () => false });
    expect(await wallet()).toBe(first.address);
  });

  test('is told to every owner, and to nobody else: that it waits, and that it was stopped or took effect', async () => {
    const other = await insertMember(deployment.db, merchantId);
    await insertMember(deployment.db, merchantId, 'admin');
    await prove(second);
    await stopChange(deployment, merchantId, null);
    await prove(third);
    clock.advance(DAY);
    await applyDueChanges(deployment);
    const told = await mailsAbout();
    const owners = [accountId, other].map((id) => `${id.toLowerCase()}@coffee.example`).toSorted();
    for (const state of ['waiting', 'stopped', 'waiting', 'changed']) {
      const two = told.splice(0, 2);
      expect(two.map(({ to }) => to).toSorted()).toEqual(owners);
      expect(two.map(({ notice }) => notice)).toEqual(
        [state, state].map((each) => ({
          kind: 'payout_wallet_change',
          state: each,
          merchant: 'Coffee Club',
          present: first.address,
          next: expect.any(String),
          takesEffectAt: expect.any(Number),
          url: 'http://127.0.0.1:3000/dashboard/payout-wallet',
        })),
      );
    }
    expect(told).toEqual([]);
  });

  test('is in the audit log under whoever asked for it, when it takes effect', async () => {
    await prove(second);
    clock.advance(DAY);
    await applyDueChanges(deployment);
    expect(await entriesOf('changePayoutWallet')).toEqual([
      expect.objectContaining({
        actor: { kind: 'service', id: accountId, name: null, role: null },
        changes: { address: second.address, previous: first.address },
        livemode: null,
      }),
    ]);
  });
});

describe('a change takes effect at once', () => {
  beforeEach(() => prove(first));

  test('if the old wallet agrees to this very successor', async () => {
    const changed = await prove(second, { by: first });
    expect(changed).toMatchObject({ payoutWallet: second.address });
    expect(changed).not.toHaveProperty('pendingPayoutWallet');
  });

  test('and ends one that waits', async () => {
    await prove(third);
    await prove(second, { by: first });
    clock.advance(DAY);
    await applyDueChanges(deployment);
    expect(await wallet()).toBe(second.address);
  });

  test('with a fresh second factor', async () => {
    const { db } = deployment;
    const changer = { accountId, hasFreshSecondFactor: true, audit: null };
    const change = { address: second.address };
    await db.begin((tx) =>
      changePayoutWallet(tx, deployment, { merchantId, livemode: true }, change, changer, clock.seconds()),
    );
    expect(await wallet()).toBe(second.address);
  });

  test('for test mode alone, where live money never goes', async () => {
    const { db } = deployment;
    const changer = { accountId, hasFreshSecondFactor: false, audit: null };
    const change = { address: second.address, testOnly: true };
    await db.begin((tx) =>
      changePayoutWallet(tx, deployment, { merchantId, livemode: true }, change, changer, clock.seconds()),
    );
    expect(await getMerchant(db, merchantId)).toMatchObject({
      payoutWallet: first.address,
      testPayoutWallet: second.address,
      pendingPayoutWallet: null,
    });
  });

  test("not if the old wallet agreed to another one, nor by somebody else's signature, nor twice by one", async () => {
    const refused = { code: 'wallet_verification_failed' };
    await expect(prove(second, { by: first, to: third.address })).rejects.toMatchObject(refused);
    await expect(prove(second, { by: third })).rejects.toMatchObject(refused);
    // What the old wallet signed to be the payout wallet itself says nothing of a successor.
    const message = await challenge(second.address);
    const own = await challenge(first.address);
    const body = {
      address: second.address,
      message,
      signature: await signText(second, message),
      oldWallet: { message: own, signature: await signText(first, own) },
    };
    const set = () => payoutWalletRoutes(deployment).setPayoutWallet(request(), { body } as never);
    await expect(set()).rejects.toMatchObject(refused);
    expect([await wallet(), await pending()]).toEqual([first.address, null]);
    const again = await challenge(first.address, second.address);
    const agreed = { message: again, signature: await signText(first, again) };
    const withAgreed = { ...body, oldWallet: agreed };
    await payoutWalletRoutes(deployment).setPayoutWallet(request(), { body: withAgreed } as never);
    expect(await wallet()).toBe(second.address);
    await prove(first, { by: second });
    const next = await challenge(second.address);
    const replay = { ...withAgreed, message: next, signature: await signText(second, next) };
    const replayed = payoutWalletRoutes(deployment).setPayoutWallet(request(), { body: replay } as never);
    await expect(replayed).rejects.toMatchObject(refused);
    expect(await wallet()).toBe(first.address);
  });

  test('for the wallet that it is already, which ends a change that waits', async () => {
    await prove(second);
    await prove(first);
    expect([await wallet(), await pending()]).toEqual([first.address, null]);
  });
});

/** What was queued for the owners of this merchant, oldest first. */
async function mailsAbout(): Promise<MailContent[]> {
  const rows = await deployment.db<{ id: string; box: Buffer }[]>`
    select id, box from mails where kind = 'payout_wallet_change' order by id`;
  const mails = rows.map(
    ({ id, box }) =>
      JSON.parse(decryptSecret(deployment.secretKeys, box, boxContext(id)).toString()) as MailContent,
  );
  const ours = new Set([first.address]);
  return mails.filter(({ notice }) => ours.has((notice as { present: string }).present));
}

function entriesOf(action: string) {
  const filter = { action, created: boundTimes({}, 0) };
  return listEntries(deployment.db, { merchantId, livemode: true }, filter, {
    take: 10,
    olderThan: null,
    newerThan: null,
  });
}
