import { requireName } from '../../../rules/merchants/require-name.ts';
import { changedEntry, type Entry, newEntry } from '../../../rules/tokens/entry.ts';
import { presentTokenRequest } from '../../../rules/tokens/present-request.ts';
import { presentPlatformToken } from '../../../rules/tokens/present.ts';
import { presentMerchant, presentPlatformMerchant } from '../../../rules/merchants/present.ts';
import { ApiError, invalid } from '../../../rules/api-error.ts';
import type { FakeChain } from './chain.ts';
import { newId } from './ids.ts';
import { createMerchant } from './merchants.ts';
import type { Call, Handlers } from './operation.ts';
import { pageById } from './page.ts';
import type { MerchantRow, TokenRequestRow, TokenRow } from './rows.ts';
import { findToken, registryPage } from './tokens.ts';
import { requireChain, tenantOf, type World } from './world.ts';

function ownersMode({ caller }: Pick<Call<'createPlatformToken'>, 'caller'>): boolean {
  if (caller?.kind !== 'owner') throw new Error("Bug: the request is not the owner's.");
  return caller.livemode;
}

/** Adds a mint of the chain to the registry. Throws parameter_invalid if there is no such mint. */
function register(world: World, chain: FakeChain, livemode: boolean, mint: string, entry: Entry): TokenRow {
  const facts = chain.mints.get(mint);
  if (facts === undefined) throw invalid('mint', 'is not a token mint on this chain');
  if (entry.floor) takeFloorFromOthers(world, livemode);
  const { decimals, program } = facts;
  const token: TokenRow = {
    ...entry,
    livemode,
    mint,
    decimals,
    program,
    createdAt: world.shownNow,
    madeBy: null,
  };
  world.tokens.push(token);
  return token;
}

function takeFloorFromOthers(world: World, livemode: boolean): void {
  for (const token of world.tokens) if (token.livemode === livemode) token.floor = false;
}

function getToken(world: World, livemode: boolean, mint: string): TokenRow {
  const token = findToken(world, livemode, mint);
  if (token === null) throw new ApiError('resource_missing');
  return token;
}

/** In the fake anyone can create merchants; none waits for approval. */
function presentApproved(row: MerchantRow, livemode: boolean) {
  return presentPlatformMerchant({ ...row, approvedAt: row.createdAt }, livemode);
}

/** What merchants request from the platform, and what its owner decides. */
export const platformHandlers = {
  createTokenRequest: (world, call) => {
    const { mint, note = null } = call.body;
    const row = { ...tenantOf(call), id: newId('tokenRequest'), mint, note, createdAt: world.shownNow };
    const request = world.tokenRequests.insert({ ...row, status: 'pending', reviewedAt: null });
    return { status: 201, body: presentTokenRequest(request) };
  },
  listPlatformTokens: (world, call) => {
    const viewer =
      call.caller?.kind === 'owner' ? { merchantId: null, livemode: call.caller.livemode } : tenantOf(call);
    return { status: 200, body: registryPage(world, viewer, call.query) };
  },
  createPlatformToken: (world, call) => {
    const livemode = ownersMode(call);
    const { mint } = call.body;
    const chain = requireChain(world, livemode);
    const entry = newEntry(call.body);
    if (findToken(world, livemode, mint) !== null) {
      throw invalid('mint', 'is on the registry already: change it with PATCH /v1/platform/tokens/{mint}');
    }
    const token = register(world, chain, livemode, mint, entry);
    return { status: 201, body: presentPlatformToken(token) };
  },
  updatePlatformToken: (world, call) => {
    const livemode = ownersMode(call);
    requireChain(world, livemode);
    const token = getToken(world, livemode, call.path.mint);
    const entry = changedEntry(token, call.body);
    if (entry.floor) takeFloorFromOthers(world, livemode);
    Object.assign(token, entry, { madeBy: null });
    return { status: 200, body: presentPlatformToken(token) };
  },
  deletePlatformToken: (world, call) => {
    const livemode = ownersMode(call);
    const token = getToken(world, livemode, call.path.mint);
    if (token.floor) throw new ApiError('floor_token');
    world.tokens.splice(world.tokens.indexOf(token), 1);
    for (const key of world.choices.keys()) {
      if (key.endsWith(`/${livemode}/${token.mint}`)) world.choices.delete(key);
    }
    return { status: 200, body: presentPlatformToken(token) };
  },
  createPlatformMerchant: (world, call) => {
    requireName(call.body.name);
    const { merchant, keys } = createMerchant(world, call.body.name);
    return { status: 201, body: { ...presentMerchant(merchant, ownersMode(call)), keys } };
  },
  listPlatformMerchants: (world, call) => {
    const livemode = ownersMode(call);
    const keep = () => call.query.status !== 'pending';
    const present = (row: MerchantRow) => presentApproved(row, livemode);
    return {
      status: 200,
      body: pageById(
        call.query,
        world.merchants.filter(() => true),
        present,
        keep,
      ),
    };
  },
  approvePlatformMerchant: (world, call) => {
    const livemode = ownersMode(call);
    return { status: 200, body: presentApproved(world.merchants.get(call.path.id), livemode) };
  },
  listTokenRequests: (world, call) => {
    const livemode = ownersMode(call);
    const { status } = call.query;
    const made = world.tokenRequests.filter((row) => row.livemode === livemode);
    const keep = (row: TokenRequestRow) => status === undefined || row.status === status;
    return { status: 200, body: pageById(call.query, made, presentTokenRequest, keep) };
  },
  approveTokenRequest: (world, call) => {
    const livemode = ownersMode(call);
    const chain = requireChain(world, livemode);
    const request = world.tokenRequests.get(call.path.id, (row) => row.livemode === livemode);
    if (request.status === 'approved') return { status: 200, body: presentTokenRequest(request) };
    const entry = newEntry(call.body);
    if (findToken(world, livemode, request.mint) === null)
      register(world, chain, livemode, request.mint, entry);
    Object.assign(request, { status: 'approved', reviewedAt: world.shownNow });
    return { status: 200, body: presentTokenRequest(request) };
  },
  rejectTokenRequest: (world, call) => {
    const livemode = ownersMode(call);
    const request = world.tokenRequests.get(call.path.id, (row) => row.livemode === livemode);
    if (request.status === 'approved') {
      throw new ApiError('parameter_invalid', {
        message:
          'This request was approved already. Take its token off the registry instead: DELETE /v1/platform/tokens/{mint}.',
      });
    }
    if (request.status === 'pending') {
      Object.assign(request, { status: 'rejected', reviewedAt: world.shownNow });
    }
    return { status: 200, body: presentTokenRequest(request) };
  },
} satisfies Pick<
  Handlers,
  | 'createTokenRequest'
  | 'listPlatformTokens'
  | 'createPlatformToken'
  | 'updatePlatformToken'
  | 'deletePlatformToken'
  | 'createPlatformMerchant'
  | 'listPlatformMerchants'
  | 'approvePlatformMerchant'
  | 'listTokenRequests'
  | 'approveTokenRequest'
  | 'rejectTokenRequest'
>;
