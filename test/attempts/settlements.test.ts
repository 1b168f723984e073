import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAttempts, listSendable } from '../../server/attempts/queries.ts';
import { newCharge } from '../../server/charges/place-charge.ts';
import { type ChargeRow, insertCharge, updateCharge } from '../../server/charges/queries.ts';
import { settleCharge } from '../../server/charges/settle-charge.ts';
import { newId } from '../../server/lib/ids.ts';
import { lockMandate, type MandateRow, updateMandate } from '../../server/mandates/queries.ts';
import { randomAddress, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());

/** A charge that is being pulled, of a mandate that was just activated. */
async function processing() {
  const { deployment, clock } = world;
  const tenant = await testTenant(deployment);
  const pending = await seedMandate(deployment, tenant);
  const now = clock.seconds();
  const moment = { now, realNow: now };
  return deployment.db.begin(async (tx) => {
    const mandate = await updateMandate(tx, pending.id, {
      status: 'active',
      activatedAt: now,
      anchorAt: now,
      startAt: now,
    });
    const placed = newCharge(mandate, { periodIndex: 0, dueAt: now }, moment);
    await insertCharge(tx, placed);
    const charge = await updateCharge(tx, placed.id, { status: 'processing', wakeAt: null, signatures: 1 });
    return { mandate, charge, moment };
  });
}

type Scene = Awaited<ReturnType<typeof processing>>;
const settle = ({ mandate, charge, moment }: Scene, ...landings: [string, number][]) =>
  world.deployment.db.begin(async (tx) => {
    const locked = { mandate: await lockMandate(tx, mandate.id), charge };
    const found = landings.map(([signature, instructionIndex]) => ({ signature, instructionIndex }));
    return settleCharge(tx, locked, found, moment);
  });
const stateOf = async ({ charge }: Scene) => {
  const [row] = await world.deployment.db`
    select c.status, c.tx_signature, s.instruction_index
    from charges c left join settlements s on s.charge_id = c.id where c.id = ${charge.id}`;
  return row;
};

describe('a transfer', () => {
  it('settles one charge, and leaves a second one as it was', async () => {
    const [one, two] = [await processing(), await processing()];
    expect(await settle(one, ['sigA', 2])).toBe(true);
    expect(await settle(two, ['sigA', 2])).toBe(false);
    expect(await stateOf(one)).toEqual({ status: 'succeeded', txSignature: 'sigA', instructionIndex: 2 });
    expect(await stateOf(two)).toEqual({ status: 'processing', txSignature: null, instructionIndex: null });
  });

  it('beside a counted one in the same transaction settles another charge', async () => {
    const [one, two] = [await processing(), await processing()];
    expect(await settle(one, ['sigB', 0])).toBe(true);
    expect(await settle(two, ['sigB', 0], ['sigB', 1])).toBe(true);
    expect(await stateOf(two)).toEqual({ status: 'succeeded', txSignature: 'sigB', instructionIndex: 1 });
  });

  it('of a transaction that settled a charge before places were noted settles nothing more', async () => {
    const [one, two] = [await processing(), await processing()];
    expect(await settle(one, ['sigC', -1])).toBe(true);
    expect(await settle(two, ['sigC', 3])).toBe(false);
  });
});

describe('a pull that the chain shows beyond the budget', () => {
  it('settles and raises the budget: a restore forgot the top-up that allowed it', async () => {
    const scene = await processing();
    const { db } = world.deployment;
    await db`update mandates set pulled = budget - 1 where id = ${scene.mandate.id}`;
    expect(await settle(scene, ['sigE', 2])).toBe(true);
    const [row] = await db`select budget, pulled from mandates where id = ${scene.mandate.id}`;
    const pulled = scene.mandate.budget - 1n + scene.charge.amount;
    expect(row).toEqual({ budget: pulled, pulled });
  });
});

describe('the bytes of an attempt', () => {
  const sign = async (mandate: MandateRow, charge: ChargeRow) => {
    const id = newId('attempt');
    const now = world.clock.seconds();
    await world.deployment.db.begin((tx) =>
      insertAttempts(tx, [
        {
          id,
          merchantId: charge.merchantId,
          livemode: charge.livemode,
          mandateId: mandate.id,
          chargeId: charge.id,
          refundId: null,
          reference: randomAddress(),
          amount: charge.amount,
          signature: `sig_${id}` as never,
          wire: new Uint8Array([1]),
          lastValidBlockHeight: 1,
          blockHeightAtSigning: 1,
          slotAtSigning: 1,
          state: 'signed',
          error: null,
          signedAt: now,
          checkAt: now,
          resolvedAt: null,
          backoffUntil: null,
        },
      ]),
    );
    return id;
  };
  const sendable = async (id: string) =>
    (await listSendable(world.deployment.db, [id], world.clock.seconds())).length === 1;

  it('are sent again until something else settles the charge', async () => {
    const scene = await processing();
    const id = await sign(scene.mandate, scene.charge);
    expect(await sendable(id)).toBe(true);
    await settle(scene, ['sigD', 2]);
    expect(await sendable(id)).toBe(false);
  });

  it('are not sent again once the mandate has ended', async () => {
    const { mandate, charge, moment } = await processing();
    const id = await sign(mandate, charge);
    await world.deployment.db.begin((tx) =>
      updateMandate(tx, mandate.id, { status: 'revoked', endedAt: moment.now }),
    );
    expect(await sendable(id)).toBe(false);
  });
});
