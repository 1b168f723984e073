import { expect } from 'vitest';
import type { Autopay, Charge, Mandate, TestWallet } from '@autopay/sdk';
import { chargeReference } from '../../server/chain/references.ts';

/** The chain, asked by the test itself. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Rpc = (method: string, params?: unknown[]) => Promise<any>;

/** A mandate that is charged every 30 days, with the two wallets that money moves between. */
export interface Subscription {
  mandate: Mandate;
  payer: TestWallet;
  payee: TestWallet;
}

/** 30 days: tests move the merchant's clock. */
export const PERIOD_SECONDS = 30 * 86_400;
/** What both wallets hold at first. */
const FUNDS = 1_000_000_000n;

/** An active mandate whose first charge has settled. `terms` replace what a test is about. */
export async function subscribe(api: Autopay, terms: Record<string, unknown> = {}): Promise<Subscription> {
  const amount = String(FUNDS);
  const [payer, payee] = [await api.test.createWallet({ amount }), await api.test.createWallet({ amount })];
  const { data: tokens } = await api.tokens.list();
  const body = {
    payer: payer.address,
    payee: payee.address,
    mint: tokens.find(({ floor }) => floor)!.mint,
    amountPerPeriod: '1000000',
    periodSeconds: PERIOD_SECONDS,
    maxPeriods: 12,
    autoAuthorize: true,
    ...terms,
  };
  const mandate = await api.mandates.create(body as never);
  // Nothing is due any more once the clock has stood still: the first charge is settled.
  await api.test.advanceClock({ seconds: 1 });
  return { mandate, payer, payee };
}

/** Signatures of the successful transactions under one charge's reference, as the chain lists them. */
export async function landedPulls(rpc: Rpc, mandateId: string, periodIndex: number): Promise<string[]> {
  const reference = chargeReference(await rpc('getGenesisHash'), mandateId, periodIndex);
  const found: { signature: string; err: unknown }[] = await rpc('getSignaturesForAddress', [
    reference,
    { commitment: 'confirmed' },
  ]);
  return found.filter(({ err }) => err === null).map(({ signature }) => signature);
}

/**
 * Holds the service's books against the chain: every succeeded charge was pulled by exactly one transaction,
 * the one that it names; no other charge was pulled; and both wallets hold what follows from that. Returns
 * the charges, oldest first.
 */
export async function expectBooksToMatchChain(
  rpc: Rpc,
  api: Autopay,
  { mandate, payer, payee }: Subscription,
): Promise<Charge[]> {
  const { data } = await api.mandates.listCharges(mandate.id, { limit: 100 });
  const charges = data.toReversed();
  for (const charge of charges) {
    const landed = await landedPulls(rpc, mandate.id, charge.periodIndex);
    expect(landed, `charge of period ${charge.periodIndex}`).toEqual(
      charge.status === 'succeeded' ? [charge.txSignature] : [],
    );
  }
  const moved = charges
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount, refundedAmount }) => sum + BigInt(amount) - BigInt(refundedAmount), 0n);
  expect(await tokenBalance(rpc, payee.address, mandate.mint)).toBe(FUNDS + moved);
  expect(await tokenBalance(rpc, payer.address, mandate.mint)).toBe(FUNDS - moved);
  return charges;
}

async function tokenBalance(rpc: Rpc, owner: string, mint: string): Promise<bigint> {
  const { value } = await rpc('getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ]);
  return BigInt(value[0].account.data.parsed.info.tokenAmount.amount);
}
