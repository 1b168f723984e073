import { type Address, getAddressEncoder } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../server/chain/subscriptions/accounts.ts';
import { updatePlanForms } from '../../../server/chain/subscriptions/instructions.ts';
import { randomAddress } from '../../support/deployment.ts';

const [owner, mint, payee, puller, next] = Array.from({ length: 5 }, randomAddress) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const plan: Plan = {
  owner,
  isActive: true,
  planId: 7n,
  mint,
  amountAtomic: 1n,
  periodHours: 1n,
  createdAt: 1_800_000_000n,
  endsAt: 5n,
  destinations: [payee],
  pullers: [puller],
  details: new Uint8Array(128).fill(9),
};

describe('a change of a plan', () => {
  test('has a form that lists what its owner saw, which 0.5.0 takes, and the one of before', async () => {
    const [seen, bare] = await updatePlanForms(plan, { isActive: true, endsAt: 0n, pullers: [next] });
    const before = Buffer.from(bare!.data!);
    const since = Buffer.from(seen!.data!);
    expect([before.length, since.length]).toEqual([1 + 1 + 8 + 128 + 128, 266 + 8 + 8 + 128 + 128]);
    expect(since.subarray(0, 266)).toEqual(before);
    expect([before[0], before[1], before.readBigInt64LE(2)]).toEqual([8, 1, 0n]);
    const bytesOf = (address: Address) => Buffer.from(getAddressEncoder().encode(address));
    expect(before.subarray(10, 42)).toEqual(bytesOf(next));
    expect(before.subarray(42, 138)).toEqual(Buffer.alloc(96));
    expect(before.subarray(138)).toEqual(Buffer.from(plan.details));
    expect([since.readBigInt64LE(266), since.readBigInt64LE(274)]).toEqual([1_800_000_000n, 5n]);
    expect(since.subarray(282, 314)).toEqual(bytesOf(puller));
    expect(since.subarray(410)).toEqual(Buffer.from(plan.details));
  });
});
