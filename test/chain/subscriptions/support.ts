import {
  type Address,
  addSignersToInstruction,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import type { ConnectOptions } from '../../../server/chain/rpc.ts';
import {
  parseAuthority,
  parsePlan,
  parseSubscription,
} from '../../../server/chain/subscriptions/accounts.ts';
import { SUBSCRIPTIONS_PROGRAM } from '../../../server/chain/subscriptions/address.ts';
import { authorityOf, planOf, subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  createPlan,
  initAuthority,
  type PayerToken,
  type PlanTerms,
  subscribe,
  transferOfSubscription,
} from '../../../server/chain/subscriptions/instructions.ts';
import {
  parseTokenAccount,
  type RawAccount,
  readAccounts,
  tokenAccountOf,
} from '../../../server/chain/tokens.ts';
import { type Clock, systemClock } from '../../../server/lib/clock.ts';
import { readPrograms } from '../../../server/localnet/programs.ts';
import type { LocalnetOptions } from '../../../server/localnet/server.ts';
import { pathOfBuild, type SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { fund, type Ground, settle, startGround } from '../support.ts';

/** One of the builds that tests run on. */
export type Build = (typeof SUBSCRIPTIONS_BUILDS)[number];

/** The rent of the program's accounts, in lamports. */
export const RENT = { authority: 1_628_640n, plan: 4_308_240n, subscription: 1_969_680n };

/** The program's own error codes, as far as tests meet them. */
export const REFUSED = {
  unsigned: 100,
  authority: 103,
  data: 112,
  unknown: 114,
  wrongKind: 117,
  zeroAmount: 129,
  stranger: 130,
  stale: 136,
  overAllowance: 400,
  planEnded: 501,
  destination: 506,
  cancelled: 508,
  notYetExpired: 510,
  endTooSoon: 511,
  sunset: 513,
  endless: 515,
  planClosed: 516,
  subscribedAlready: 517,
  otherTerms: 519,
  /** The chain's own words: one of the accounts is not there, so it is not the program's. */
  missing: 'InvalidAccountOwner',
  /** The token program's: the signer may not move these tokens. */
  tokenOwner: 4,
} as const;

/** Time that stands still until a test moves it. Slots follow it. */
export interface MovableClock extends Clock {
  wait(seconds: number): void;
}

export function movableClock(): MovableClock {
  let ms = Math.floor(systemClock.milliseconds() / 1000) * 1000;
  return {
    ...systemClock,
    seconds: () => ms / 1000,
    milliseconds: () => ms,
    wait: (seconds) => {
      ms += seconds * 1000;
    },
  };
}

/** A localnet with the program, its own time, a plan owner with SOL and a payee with a token account. */
export interface PlanGround extends Ground {
  build: Build;
  clock: MovableClock;
  owner: KeyPairSigner;
  payee: { address: Address; account: Address };
  token: Ground['tokens'][number];
}

export async function startPlanGround(
  build: Build,
  options: Partial<LocalnetOptions> & {
    connect?: Partial<ConnectOptions>;
    tokenProgram?: 'token' | 'token-2022';
  } = {},
): Promise<PlanGround> {
  const { connect, tokenProgram = 'token', ...localnet } = options;
  const clock = movableClock();
  const ground = await startGround(connect, { clock, programs: programsOf(build), ...localnet });
  const token = ground.tokens.find((one) => one.tokenProgram === tokenProgram)!;
  const owner = await ground.net.wallet();
  return { ...ground, build, clock, owner, token, payee: await newHolder(ground, token.mint) };
}

/** The program, for a localnet's options. */
export function programsOf(build: Build) {
  return readPrograms([{ address: SUBSCRIPTIONS_PROGRAM, path: pathOfBuild(build) }]);
}

/** Somebody with an empty token account. */
export async function newHolder({ net }: Pick<Ground, 'net'>, mint: Address) {
  const { address } = await generateKeyPairSigner();
  return { address, account: await fund(net, mint, address, 0n) };
}

/** What became of a transaction. */
export interface Ran {
  /** Null for success; the program's code; or the chain's name of any other error. */
  failure: number | string | null;
  bytes: number;
}

/** Signs and sends instructions, and moves the chain on until they are final. The fee payer is the ground's unless given. */
export async function run(
  ground: Ground,
  instructions: readonly Instruction[],
  signers: readonly KeyPairSigner[] = [],
  feePayer = ground.feePayer,
): Promise<Ran> {
  const { wire } = await signed(ground, instructions, signers, feePayer);
  const { error } = await ground.net.submit(wire);
  await settle(ground.net);
  return {
    failure: error ? failureOf(error.data?.['err'] ?? error.message) : null,
    bytes: Buffer.from(wire, 'base64').length,
  };
}

/** As `run`, for what the test takes for granted. */
export async function must(...args: Parameters<typeof run>): Promise<Ran> {
  const ran = await run(...args);
  if (ran.failure !== null) throw new Error(`The chain refused it: ${ran.failure}`);
  return ran;
}

/** What would become of instructions now. */
export async function simulate(
  ground: Ground,
  instructions: readonly Instruction[],
  signers: readonly KeyPairSigner[],
): Promise<Ran['failure']> {
  const { wire } = await signed(ground, instructions, signers, ground.feePayer);
  const config = { encoding: 'base64', sigVerify: true, commitment: 'processed' };
  const { err } = (await ground.net.call('simulateTransaction', [wire, config])).value;
  return err === null ? null : failureOf(err);
}

function signed(
  { net }: Ground,
  instructions: readonly Instruction[],
  signers: readonly KeyPairSigner[],
  feePayer: KeyPairSigner,
) {
  const withSigners = instructions.map((one) => addSignersToInstruction([feePayer, ...signers], one));
  return net.sign(feePayer, withSigners);
}

function failureOf(err: unknown): number | string {
  const inner = (err as { InstructionError?: [number, unknown] }).InstructionError?.[1] ?? err;
  const custom = (inner as { Custom?: number }).Custom;
  return custom ?? (typeof inner === 'string' ? inner : JSON.stringify(inner));
}

/** A plan that was made. */
export interface MadePlan extends PlanTerms {
  plan: Address;
  planCreatedAt: bigint;
  endsAt: bigint;
  payee: Address;
}

let plansMade = 0n;

/** Makes a plan of the ground's owner: 10 tokens an hour to the payee, for its delegate to pull, for ever, unless said otherwise. */
export async function makePlan(
  ground: PlanGround,
  wanted: Partial<Parameters<typeof createPlan>[0]> & { endsAt?: bigint } = {},
): Promise<MadePlan> {
  const terms = { ...(await termsOf(ground)), ...wanted };
  await must(ground, [await createPlan(terms)], [ground.owner]);
  const { address: plan } = await planOf(terms.owner, terms.planId);
  const { createdAt } = (await readPlan(ground, plan))!;
  return { ...terms, plan, planCreatedAt: createdAt };
}

async function termsOf({ owner, token, payee, delegate }: PlanGround) {
  return {
    owner: owner.address,
    planId: ++plansMade,
    ...token,
    amountAtomic: 10_000_000n,
    periodHours: 1n,
    endsAt: 0n,
    payee: payee.address,
    puller: delegate.address,
  };
}

/** A wallet with tokens. */
export interface Payer extends PayerToken {
  wallet: KeyPairSigner;
}

export async function newPayer(ground: PlanGround, amountAtomic = 1_000_000_000n): Promise<Payer> {
  const wallet = await ground.net.wallet();
  const source = await fund(ground.net, ground.token.mint, wallet.address, amountAtomic);
  return { wallet, payer: wallet.address, ...ground.token, source };
}

/** Opens the payer's authority, or makes it the delegate again. The ground's fee payer pays the rent. */
export async function open(ground: PlanGround, payer: Payer): Promise<void> {
  await must(ground, [await initAuthority(payer, { rentPayer: ground.feePayer.address })], [payer.wallet]);
}

/** Subscribes the payer, whose authority is open, to a plan. */
export async function subscribeTo(ground: PlanGround, payer: Payer, plan: MadePlan): Promise<Ran> {
  const { initId } = (await readAuthority(ground, payer))!;
  const terms = { ...plan, payer: payer.payer, initId };
  return run(ground, [await subscribe(terms, { rentPayer: ground.feePayer.address })], [payer.wallet]);
}

/** A payer who is subscribed to the plan. */
export async function subscribedPayer(ground: PlanGround, plan: MadePlan): Promise<Payer> {
  const payer = await newPayer(ground);
  await open(ground, payer);
  const { failure } = await subscribeTo(ground, payer, plan);
  if (failure !== null) throw new Error(`The payer could not subscribe: ${failure}`);
  return payer;
}

/** The instruction that pulls the plan's amount to its payee, unless said otherwise. */
export async function pullOf(
  ground: PlanGround,
  payer: PayerToken,
  plan: MadePlan,
  wanted: {
    amountAtomic?: bigint;
    destination?: Address;
    puller?: Address;
    references?: readonly Address[];
  } = {},
): Promise<Instruction> {
  return transferOfSubscription({
    ...payer,
    plan: plan.plan,
    destination: await tokenAccountOf(plan.payee, payer.mint, payer.tokenProgram),
    puller: ground.delegate.address,
    amountAtomic: plan.amountAtomic,
    references: [],
    ...wanted,
  });
}

/** Pulls as the delegate. */
export async function pull(
  ground: PlanGround,
  payer: PayerToken,
  plan: MadePlan,
  wanted: Parameters<typeof pullOf>[3] = {},
): Promise<Ran['failure']> {
  return (await run(ground, [await pullOf(ground, payer, plan, wanted)], [ground.delegate])).failure;
}

export async function readRaw({ chain }: Ground, address: Address): Promise<RawAccount | null> {
  const { accounts } = await readAccounts(chain, [address], { commitment: 'confirmed' });
  return accounts[0]!;
}

export async function readPlan(ground: Ground, plan: Address) {
  return parsePlan(await readRaw(ground, plan));
}

export async function readSubscription(ground: Ground, plan: Address, payer: Address) {
  return parseSubscription(await readRaw(ground, await subscriptionOf(plan, payer)));
}

export async function readAuthority(ground: Ground, { payer, mint }: Pick<PayerToken, 'payer' | 'mint'>) {
  return parseAuthority(await readRaw(ground, await authorityOf(payer, mint)));
}

/** The token account at an address that has one. */
export async function tokenAt(ground: Ground, address: Address) {
  const read = parseTokenAccount(await readRaw(ground, address));
  if (read.kind !== 'account') throw new Error(`No token account at ${address}`);
  return read.account;
}

/** The tokens at an address; 0 where there is no account. */
export async function tokensOf(ground: Ground, address: Address): Promise<bigint> {
  const read = parseTokenAccount(await readRaw(ground, address));
  return read.kind === 'account' ? read.account.amountAtomic : 0n;
}
