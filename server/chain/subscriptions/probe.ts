import { randomBytes } from 'node:crypto';
import {
  createAddressWithSeed,
  createNoopSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type TransactionError,
} from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { chainSeconds, CLOCK_SYSVAR } from '../chain-clock.ts';
import { recentBlock } from '../recent-block.ts';
import { ask, type Chain } from '../rpc.ts';
import { askFresh } from '../seen-slot.ts';
import { readAccounts, tokenAccountOf } from '../tokens.ts';
import { compile } from '../transaction.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';
import { createPlan, initAuthority, subscribe, UNKNOWN_INIT_ID } from './instructions.ts';

/** What the Subscriptions program of a chain can do. */
export interface Subscriptions {
  /** Whether a payer can open their authority and subscribe in one transaction; v0.4.0 takes two, which the payer signs one after the other. */
  opensInOneStep: boolean;
}

/** A chain without the program may get it, and a node that could not tell may tell later. */
const ASK_AGAIN_MS = 60_000;
/** The program is upgraded a few times a year; until it is asked again, payers sign twice where once would do. */
const KNOWN_MS = 3_600_000;

interface Probe {
  /** On the monotonic clock; null while the answer is awaited. */
  askAgainAtMs: number | null;
  answer: Promise<Subscriptions | null>;
}

const probes = new WeakMap<Chain, Probe>();
/** By chain, as it was last told to `onSubscriptions`. */
const told = new WeakMap<Chain, string>();

/**
 * What the chain's Subscriptions program can do; null if the chain does not have it. Asked once an hour, and once a minute while there is
 * no program, or no node could tell: then two steps are assumed, which every version takes. Callers at once share the answer. Throws
 * `ChainUnavailableError` if no node answers.
 */
export function subscriptionsOn(chain: Chain): Promise<Subscriptions | null> {
  const nowMs = chain.clock.monotonicMs();
  const known = probes.get(chain);
  if (known && (known.askAgainAtMs === null || nowMs < known.askAgainAtMs)) return known.answer;
  const probing = probe(chain);
  const entry: Probe = { askAgainAtMs: null, answer: probing.then(({ found }) => found) };
  probes.set(chain, entry);
  probing.then(
    ({ found, isCertain }) => {
      entry.askAgainAtMs = chain.clock.monotonicMs() + (isCertain ? KNOWN_MS : ASK_AGAIN_MS);
      tell(chain, found);
    },
    () => probes.delete(chain),
  );
  return entry.answer;
}

function tell(chain: Chain, found: Subscriptions | null): void {
  const word = String(found?.opensInOneStep);
  if (told.get(chain) === word) return;
  told.set(chain, word);
  chain.onSubscriptions?.(found);
}

async function probe(chain: Chain): Promise<{ found: Subscriptions | null; isCertain: boolean }> {
  if (!(await hasProgram(chain))) return { found: null, isCertain: false };
  const opensInOneStep = await tryOneStep(chain);
  return { found: { opensInOneStep: opensInOneStep ?? false }, isCertain: opensInOneStep !== null };
}

async function hasProgram(chain: Chain): Promise<boolean> {
  const { value } = await ask(chain, (rpc) =>
    rpc.getAccountInfo(SUBSCRIPTIONS_PROGRAM, {
      encoding: 'base64',
      commitment: 'confirmed',
      // Its code is not needed.
      dataSlice: { offset: 0, length: 0 },
    }),
  );
  return value?.executable === true;
}

/** Subscribing names the second in which the plan was made, and the simulation may run in the next one. */
const TRIES = 5;
/** v0.4.0 compares `UNKNOWN_INIT_ID` with the authority's own: they differ. */
const STALE_AUTHORITY = 136n;

/** Whether it works, by simulations of which nothing stays on chain; null if they fail for another reason, such as too little SOL. */
async function tryOneStep(chain: Chain): Promise<boolean | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { accounts } = await readAccounts(chain, [CLOCK_SYSVAR], { commitment: 'confirmed' });
    const now = chainSeconds(accounts[0] ?? null);
    if (now === null) return null;
    const error = await simulate(chain, await everythingAtOnce(chain, now));
    if (error === null) return true;
    if (customCode(error) === STALE_AUTHORITY) return false;
  }
  return null;
}

/** A number that no plan of the service has: those have 63 bits. */
const PLAN_ID = 2n ** 64n - 1n;
/** Rent of a mint's 82 bytes. */
const MINT_LAMPORTS = 1_461_600n;

/**
 * A new token, a plan in it, and a subscription of the fee payer to it: 1,174 bytes that need nothing on chain but the programs and the
 * fee payer's SOL. The token has a new address each time, which nobody can have spoiled.
 */
async function everythingAtOnce(chain: Chain, now: number): Promise<Instruction[]> {
  const payer = chain.feePayer.address;
  const signer = createNoopSigner(payer);
  const seed = randomBytes(4).toString('hex');
  const mint = await createAddressWithSeed({
    baseAddress: payer,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    seed,
  });
  const source = await tokenAccountOf(payer, mint, 'token');
  const token = { payer, mint, tokenProgram: 'token', source } as const;
  const plan = { owner: payer, planId: PLAN_ID, mint, amountAtomic: 1n, periodHours: 1n };
  return [
    getCreateAccountWithSeedInstruction({
      payer: signer,
      newAccount: mint,
      baseAccount: signer,
      base: payer,
      seed,
      amount: MINT_LAMPORTS,
      space: getMintSize(),
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint, decimals: 0, mintAuthority: payer }),
    getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata: source, owner: payer, mint }),
    await createPlan({ ...plan, tokenProgram: 'token', endsAt: 0n, payee: payer, puller: payer }),
    await initAuthority(token, { rentPayer: payer }),
    await subscribe(
      { ...plan, payer, planCreatedAt: BigInt(now), initId: UNKNOWN_INIT_ID },
      { rentPayer: payer },
    ),
  ];
}

async function simulate(chain: Chain, instructions: Instruction[]): Promise<TransactionError | null> {
  const lifetime = await recentBlock(chain);
  const transaction = compile({ feePayer: chain.feePayer.address, instructions, lifetime });
  const { value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.simulateTransaction(getBase64EncodedWireTransaction(transaction), {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      sigVerify: false,
      replaceRecentBlockhash: true,
    }),
  );
  return value.err;
}

function customCode(error: TransactionError): bigint | null {
  if (typeof error !== 'object' || !('InstructionError' in error)) return null;
  const [, reason] = error.InstructionError;
  return typeof reason === 'object' && 'Custom' in reason ? BigInt(reason.Custom) : null;
}
