import { createKeyPairSignerFromBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Chain } from '../../server/chain/rpc.ts';
import type { Deployment } from '../../server/deployment.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { testModeRoutes } from '../../server/test-mode/routes.ts';
import { findAcceptedToken, floorToken, upsertToken } from '../../server/tokens/queries.ts';
import { registerLocalnetTokens } from '../../server/tokens/register-localnet-tokens.ts';
import { tokenRoutes } from '../../server/tokens/routes.ts';
import {
  connectTestChain,
  randomAddress,
  requestOf,
  testDeployment,
  testTenant,
} from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let localnet: Localnet;
let chain: Chain;
let deployment: Deployment;
let tenant: Tenant;
let floor: string;

beforeAll(async () => {
  localnet = await startLocalnet({ dataDir: null, slotMs: 50 });
  world = await testDeployment();
  chain = await connectTestChain(localnet.rpcUrl);
  deployment = { ...world.deployment, chains: { test: chain, live: null } };
  tenant = await testTenant(deployment);
  await registerLocalnetTokens(deployment);
  floor = (await floorToken(deployment.db, false))!.mint;
});
afterAll(async () => {
  await localnet.stop();
  await world.drop();
});

type Routes = ReturnType<typeof testModeRoutes>;
type BodyOf<K extends keyof Routes> = Parameters<Routes[K]>[1]['body'];
const inputOf = <B>(body: B) => ({ path: {}, query: {}, header: {}, body });
const makeWallet = async (body: BodyOf<'createTestWallet'> = {}) =>
  (await testModeRoutes(deployment).createTestWallet(requestOf(deployment, tenant), inputOf(body))).body;
const fund = async (body: BodyOf<'fundTestWallet'>) =>
  (await testModeRoutes(deployment).fundTestWallet(requestOf(deployment, tenant), inputOf(body))).body;
const makeToken = async (body: BodyOf<'createTestToken'> = {}) =>
  (await testModeRoutes(deployment).createTestToken(requestOf(deployment, tenant), inputOf(body))).body;
const balanceOf = async (address: string, mint: string, header: { 'svc-mode'?: 'test' | 'live' } = {}) => {
  const input = { path: {}, query: { address, mint }, header, body: {} };
  return (await tokenRoutes(deployment).getWalletBalance(requestOf(deployment, null), input)).body;
};
const lamportsOf = async (address: string) =>
  (await ask(chain, (rpc) => rpc.getBalance(address as never, { commitment: 'confirmed' }))).value;

describe('a test wallet', () => {
  it('holds 1,000 of the floor token and a SOL once the request returns, and its key signs', async () => {
    const wallet = await makeWallet();
    expect(wallet).toMatchObject({
      object: 'test_wallet',
      livemode: false,
      mint: floor,
      amount: '1000000000',
    });
    const signer = await createKeyPairSignerFromBytes(Buffer.from(wallet.secretKey, 'base64'));
    expect(signer.address).toBe(wallet.address);
    expect(await balanceOf(wallet.address, floor)).toMatchObject({ amount: '1000000000' });
    expect(await lamportsOf(wallet.address)).toBe(1_000_000_000n);
  });

  it('holds what was asked for, of either token program', async () => {
    const { mint } = await makeToken({ decimals: 9, program: 'token-2022' });
    const wallet = await makeWallet({ mint, amount: '18446744073709551615' });
    expect(await balanceOf(wallet.address, mint)).toMatchObject({ mint, amount: '18446744073709551615' });
  });

  it('can be given more, and gets no second SOL', async () => {
    const { address } = await makeWallet({ amount: '1' });
    const balance = await fund({ address, amount: '2' });
    expect(balance).toEqual({
      object: 'balance',
      livemode: false,
      createdAt: world.clock.seconds(),
      address,
      mint: floor,
      amount: '3',
    });
    expect(await lamportsOf(address)).toBe(1_000_000_000n);
  });

  it('is not funded with a token that is not on the registry or not of this chain', async () => {
    const refused = { code: 'mint_not_allowed', param: 'mint' };
    await expect(makeWallet({ mint: randomAddress() })).rejects.toMatchObject(refused);
    const stale = await upsertToken(deployment.db, {
      ...(await floorToken(deployment.db, false))!,
      mint: randomAddress(),
      floor: false,
    });
    await expect(fund({ address: randomAddress(), mint: stale.mint })).rejects.toMatchObject(refused);
  });

  it('is not funded with more than can exist', async () => {
    const { mint } = await makeToken();
    await fund({ address: randomAddress(), mint, amount: '18446744073709551615' });
    await expect(fund({ address: randomAddress(), mint, amount: '1' })).rejects.toMatchObject({
      code: 'parameter_invalid',
      param: 'amount',
    });
  });
});

describe('a test token', () => {
  it('is on the registry, accepted by its merchant alone', async () => {
    const token = await makeToken({ decimals: 0 });
    expect(token).toMatchObject({
      object: 'token',
      livemode: false,
      symbol: `TEST${token.mint.slice(0, 4)}`,
      decimals: 0,
      class: 'other',
      isDefault: false,
      floor: false,
      accepted: true,
    });
    expect(await findAcceptedToken(deployment.db, tenant, token.mint)).toMatchObject({ program: 'token' });
    const other = await testTenant(deployment);
    await expect(findAcceptedToken(deployment.db, other, token.mint)).rejects.toMatchObject({
      code: 'mint_not_allowed',
    });
  });

  it('has at most 12 decimals', async () => {
    expect(await makeToken({ decimals: 12 })).toMatchObject({ decimals: 12 });
    await expect(makeToken({ decimals: 13 })).rejects.toMatchObject({
      code: 'decimals_unsupported',
      param: 'decimals',
    });
  });
});

describe("a wallet's balance", () => {
  it('is 0 where there is no token account, and needs no registered token', async () => {
    const { mint } = await makeToken();
    await deployment.db`delete from tokens where mint = ${mint}`;
    const address = randomAddress();
    expect(await balanceOf(address, mint)).toEqual({
      object: 'balance',
      livemode: false,
      createdAt: world.clock.seconds(),
      address,
      mint,
      amount: '0',
    });
  });

  it('is rejected for an address that is not a mint', async () => {
    const { address } = await makeWallet();
    for (const mint of [randomAddress(), address]) {
      await expect(balanceOf(address, mint)).rejects.toMatchObject({
        code: 'parameter_invalid',
        param: 'mint',
      });
    }
  });

  it('is broadcast_unavailable in a mode without a chain', async () => {
    await expect(balanceOf(randomAddress(), floor, { 'svc-mode': 'live' })).rejects.toMatchObject({
      code: 'broadcast_unavailable',
    });
  });
});

describe('test helpers', () => {
  it('work neither with a live key nor without the localnet', async () => {
    const cases: [Deployment, Tenant][] = [
      [deployment, { ...tenant, livemode: true }],
      [world.deployment, tenant],
      [{ ...deployment, chains: { test: { ...chain, isLocalnet: false }, live: chain } }, tenant],
    ];
    for (const [parts, owner] of cases) {
      const routes = testModeRoutes(parts);
      const request = requestOf(parts, owner);
      const refused = { code: 'test_mode_only' };
      await expect(routes.createTestWallet(request, inputOf({}))).rejects.toMatchObject(refused);
      await expect(
        routes.fundTestWallet(request, inputOf({ address: randomAddress() })),
      ).rejects.toMatchObject(refused);
      await expect(routes.createTestToken(request, inputOf({}))).rejects.toMatchObject(refused);
      await expect(
        routes.createTestEvent(request, inputOf({ type: 'mandate.created' as const })),
      ).rejects.toMatchObject(refused);
    }
  });
});
