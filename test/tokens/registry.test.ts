import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import {
  findAcceptedToken,
  findToken,
  floorToken,
  listIssuerControlledMints,
  type TokenRow,
  upsertToken,
  upsertTokenChoice,
} from '../../server/tokens/queries.ts';
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
let tenant: Tenant;
/** Oldest first: the floor, one that is accepted by default, and one that is not. */
const tokens: TokenRow[] = [];

beforeAll(async () => {
  world = await testDeployment();
  tenant = await testTenant(world.deployment);
  for (const [n, part] of [{ floor: true }, {}, { isDefault: false, class: 'other' as const }].entries()) {
    const token: TokenRow = {
      livemode: false,
      mint: randomAddress(),
      symbol: `T${n}`,
      decimals: 6,
      program: 'token',
      class: 'stable',
      isDefault: true,
      floor: false,
      issuerControls: false,
      madeBy: null,
      createdAt: 1_800_000_000 + n,
      ...part,
    };
    tokens.push(await upsertToken(world.deployment.db, token));
  }
});
afterAll(() => world.drop());

const list = async (
  owner: Tenant,
  query: { limit?: number; startingAfter?: string; endingBefore?: string } = {},
) => {
  const input = { path: {}, query, header: {}, body: {} };
  return (await tokenRoutes(world.deployment).listTokens(requestOf(world.deployment, owner), input)).body;
};

describe('the registry', () => {
  it('is listed newest first, each token with whether this merchant accepts it', async () => {
    const { data } = await list(tenant);
    const { livemode, mint, symbol, decimals, createdAt } = tokens[2]!;
    expect(data[0]).toEqual({
      object: 'token',
      livemode,
      mint,
      symbol,
      decimals,
      createdAt,
      class: 'other',
      isDefault: false,
      floor: false,
      accepted: false,
    });
    expect(data.map((token) => [token.symbol, token.isDefault, token.floor, token.accepted])).toEqual([
      ['T2', false, false, false],
      ['T1', true, false, true],
      ['T0', true, true, true],
    ]);
  });

  it('is the same for all, and what a merchant chose is its own', async () => {
    const other = await testTenant(world.deployment);
    await upsertTokenChoice(world.deployment.db, other, { mint: tokens[1]!.mint, accepted: false });
    await upsertTokenChoice(world.deployment.db, other, { mint: tokens[2]!.mint, accepted: true });
    const accepted = async (owner: Tenant) => (await list(owner)).data.map((token) => token.accepted);
    expect(await accepted(other)).toEqual([true, false, true]);
    expect(await accepted(tenant)).toEqual([false, true, true]);
    expect((await list({ ...other, livemode: true })).data).toEqual([]);
  });

  it('pages by mint in both directions', async () => {
    const [oldest, middle, newest] = tokens.map(({ mint }) => mint);
    const page = await list(tenant, { limit: 2 });
    expect(page).toMatchObject({ hasMore: true, nextCursor: middle });
    expect((await list(tenant, { startingAfter: middle! })).data.map(({ mint }) => mint)).toEqual([oldest]);
    expect((await list(tenant, { endingBefore: oldest!, limit: 1 })).data.map(({ mint }) => mint)).toEqual([
      middle,
    ]);
    expect((await list(tenant, { endingBefore: middle! })).data.map(({ mint }) => mint)).toEqual([newest]);
    await expect(list(tenant, { startingAfter: randomAddress() })).rejects.toMatchObject({
      code: 'parameter_invalid',
    });
  });

  it('gives a merchant the token it accepts, and mint_not_allowed for the others', async () => {
    const { db } = world.deployment;
    expect(await findAcceptedToken(db, tenant, tokens[1]!.mint)).toMatchObject({ symbol: 'T1', decimals: 6 });
    const refused = { code: 'mint_not_allowed', param: 'mint' };
    await expect(findAcceptedToken(db, tenant, randomAddress())).rejects.toMatchObject(refused);
    await expect(findAcceptedToken(db, tenant, tokens[2]!.mint)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('does not accept'),
    });
    const live = { ...tenant, livemode: true };
    await expect(findAcceptedToken(db, live, tokens[1]!.mint)).rejects.toMatchObject(refused);
  });

  it('knows whose issuers may take hold of balances', async () => {
    const { db } = world.deployment;
    expect([...(await listIssuerControlledMints(db, false))]).toEqual([]);
    await upsertToken(db, { ...tokens[1]!, issuerControls: true });
    expect([...(await listIssuerControlledMints(db, false))]).toEqual([tokens[1]!.mint]);
    expect([...(await listIssuerControlledMints(db, true))]).toEqual([]);
    await upsertToken(db, tokens[1]!);
  });

  it('has one floor in each mode', async () => {
    const { db } = world.deployment;
    expect(await floorToken(db, false)).toEqual(tokens[0]);
    expect(await floorToken(db, true)).toBeNull();
    await expect(upsertToken(db, { ...tokens[1]!, floor: true })).rejects.toThrow('tokens_one_floor');
    const live = await upsertToken(db, { ...tokens[0]!, livemode: true });
    expect(await floorToken(db, true)).toEqual(live);
    await db`delete from tokens where livemode`;
  });
});

describe('the tokens of the localnet', () => {
  const localnets: Localnet[] = [];
  const connectNewLocalnet = async () => {
    const localnet = await startLocalnet({ dataDir: null });
    localnets.push(localnet);
    return connectTestChain(localnet.rpcUrl);
  };
  afterAll(async () => {
    for (const localnet of localnets) await localnet.stop();
  });

  it('are registered at every start, by several processes at once, the first one as the floor', async () => {
    const fresh = await testDeployment();
    try {
      const deployment = { ...fresh.deployment, chains: { test: await connectNewLocalnet(), live: null } };
      const { db } = deployment;
      await Promise.all([1, 2, 3].map(() => registerLocalnetTokens(deployment)));
      const rows = await db<TokenRow[]>`select * from tokens order by floor desc`;
      expect(rows).toMatchObject([
        {
          livemode: false,
          symbol: 'TUSD',
          decimals: 6,
          program: 'token',
          class: 'stable',
          isDefault: true,
          floor: true,
        },
        {
          livemode: false,
          symbol: 'TUSD22',
          decimals: 6,
          program: 'token-2022',
          class: 'stable',
          isDefault: true,
          floor: false,
        },
      ]);

      // The localnet was thrown away and another one started.
      const replaced = { ...deployment, chains: { test: await connectNewLocalnet(), live: null } };
      await registerLocalnetTokens(replaced);
      const floor = await floorToken(db, false);
      expect(floor).toMatchObject({ symbol: 'TUSD' });
      expect(floor!.mint).not.toBe(rows[0]!.mint);
      expect(await findToken(db, false, rows[0]!.mint)).toMatchObject({ floor: false, isDefault: false });
    } finally {
      await fresh.drop();
    }
  });

  it('are not looked for where there is no localnet', async () => {
    const before = await world.deployment.db`select mint from tokens`;
    await registerLocalnetTokens(world.deployment);
    expect(await world.deployment.db`select mint from tokens`).toEqual(before);
  });
});
