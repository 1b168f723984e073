import { join } from 'node:path';
import { type Address, lamports, type RpcTransport } from '@solana/kit';
import { ask, type Chain, ChainMismatchError, connectChain } from '../chain/rpc.ts';
import { fileSigner, generateKeyFile, type Signer } from '../chain/signer.ts';
import type { ChainConfig, Config } from '../config/config.ts';
import type { Sql } from '../db/connect.ts';
import type { ProgramFile } from '../lib/program-file.ts';
import { type Program, PROGRAMS_DIRECTORY, readKeptPrograms, readPrograms } from '../localnet/programs.ts';
import { type Localnet, startLocalnet } from '../localnet/server.ts';
import { bindChain, findChainState } from '../recovery/chain-state.ts';
import type { Clock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';
import type { Logger } from '../log.ts';
import { httpTransport } from '../chain/http-transport.ts';
import type { Instruments } from '../monitoring/instruments.ts';
import { observedTransport } from '../monitoring/observe.ts';
import type { Tracer } from '../lib/tracer.ts';
import { tracedTransport } from '../tracing/traced.ts';

/** The chains of both modes, and the localnet where one runs in this process. */
export interface StartedChains {
  test: Chain | null;
  live: Chain | null;
  localnet: Localnet | null;
}

/**
 * Checks what each mode must be bound to, and that nothing is shared: a key or a chain in both modes would
 * spend live money in tests.
 */
export async function startChains(
  config: Config,
  db: Sql,
  {
    clock,
    log,
    instruments = null,
    tracer = null,
  }: { clock: Clock; log: Logger; instruments?: Instruments | null; tracer?: Tracer | null },
): Promise<StartedChains> {
  const localnet =
    config.test.kind === 'localnet'
      ? await startLocalnet({
          dataDir: join(config.dataDir, 'localnet'),
          slotMs: config.test.slotMs,
          programs: programsOf(config.dataDir, config.test.programs),
        })
      : null;
  try {
    const test = await startChain(
      { config, db, clock, log, instruments, tracer },
      'test',
      config.test,
      localnet,
    );
    const live = await startChain({ config, db, clock, log, instruments, tracer }, 'live', config.live, null);
    if (test !== null && live !== null) refuseSharing(test, live);
    // Whichever process it runs in: its SOL is worth nothing.
    if (test !== null && test.isLocalnet) await fundFeePayer(test);
    for (const chain of [test, live]) {
      if (chain !== null)
        log.info({ mode: chain.mode, genesisHash: chain.genesisHash, localnet: chain.isLocalnet }, 'chain');
    }
    return { test, live, localnet };
  } catch (error) {
    await localnet?.stop();
    throw error;
  }
}

/** The programs that a person listed, and those that were fetched to other addresses. */
function programsOf(dataDir: string, listed: readonly ProgramFile[]): Program[] {
  const kept = readKeptPrograms(join(dataDir, PROGRAMS_DIRECTORY));
  const isListed = (address: string) => listed.some((file) => file.address === address);
  return [...kept.filter(({ address }) => !isListed(address)), ...readPrograms(listed)];
}

async function startChain(
  {
    config,
    db,
    clock,
    log,
    instruments,
    tracer,
  }: {
    config: Config;
    db: Sql;
    clock: Clock;
    log: Logger;
    instruments: Instruments | null;
    tracer: Tracer | null;
  },
  mode: 'test' | 'live',
  chainConfig: ChainConfig,
  localnet: Localnet | null,
): Promise<Chain | null> {
  if (chainConfig.kind === 'none') return null;
  const livemode = mode === 'live';
  const known = await findChainState(db, livemode);
  const keys = await keysOf(config, chainConfig);
  refuseDelegateElsewhere(mode, keys);
  const chain = await connectChain({
    clock,
    mode,
    commitment: chainConfig.commitment,
    ...keys,
    publishPlans: config.publishPlans,
    revokesPublishedPerDay: config.revokesPublishedPerDay,
    minPriorityFeeMicroLamports: config.minPriorityFeeMicroLamports,
    maxPriorityFeeMicroLamports: config.maxPriorityFeeMicroLamports,
    pullsPerTransaction: config.pullsPerTransaction,
    rpcUrls: chainConfig.kind === 'rpc' ? chainConfig.rpcUrls : [localnet!.rpcUrl],
    expectedGenesisHash: known?.genesisHash ?? null,
    transportTo: (url: string) => transportTo(url, { mode, clock, instruments, tracer }),
    onForeignNode: (node, genesisHash) =>
      log.error({ mode, node, genesisHash }, 'an RPC node serves another chain: it is not used'),
    onSubscriptions: (found) => {
      if (found === null) log.info({ mode }, 'the chain has no Subscriptions program: no plans are offered');
      else log.info({ mode, ...found }, 'the Subscriptions program of the chain');
    },
  });
  await bindChain(db, livemode, chain.genesisHash);
  return chain;
}

/** What a chain's transactions are signed with. */
interface Keys {
  feePayer: Signer;
  delegates: Signer[];
  planOwner: Signer;
}

async function keysOf(config: Config, chainConfig: Exclude<ChainConfig, { kind: 'none' }>): Promise<Keys> {
  if (chainConfig.kind === 'rpc') {
    const feePayer = await fileSigner(chainConfig.feePayerKeyFile);
    const { planOwnerKeyFile, delegateKeyFiles } = chainConfig;
    return {
      feePayer,
      delegates: await Promise.all(delegateKeyFiles.map(fileSigner)),
      planOwner: planOwnerKeyFile === null ? feePayer : await fileSigner(planOwnerKeyFile),
    };
  }
  const [feePayer, delegate] = [
    join(config.dataDir, 'keys', 'fee-payer.json'),
    join(config.dataDir, 'keys', 'delegate.json'),
  ];
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  const signer = await fileSigner(feePayer);
  return { feePayer: signer, delegates: [await fileSigner(delegate)], planOwner: signer };
}

/** The addresses that a mode collects with, the newest first; none where it has no chain. */
export async function delegatesOf(config: Config, chainConfig: ChainConfig): Promise<readonly Address[]> {
  if (chainConfig.kind === 'none') return [];
  const { delegates } = await keysOf(config, chainConfig);
  return delegates.map(({ address }) => address);
}

/**
 * The keys of the fee payer and of the plans' owner are the exposed ones, and hold only SOL. If one were a delegate too, its loss would put
 * every payer's allowance at risk.
 */
function refuseDelegateElsewhere(mode: 'test' | 'live', { feePayer, delegates, planOwner }: Keys): void {
  const isDelegate = ({ address }: Signer) => delegates.some((delegate) => delegate.address === address);
  const prefix = `AUTOPAY_${mode.toUpperCase()}`;
  const refuse = (setting: string, { address }: Signer, holder: string) =>
    new StartError(
      `${prefix}_${setting} and ${prefix}_DELEGATE_KEY_FILE name the same key (${address}). Give ${holder} a key of its own.`,
    );
  if (isDelegate(feePayer)) throw refuse('FEE_PAYER_KEY_FILE', feePayer, 'the fee payer');
  if (isDelegate(planOwner)) throw refuse('PLAN_OWNER_KEY_FILE', planOwner, 'the owner of plans');
}

function refuseSharing(test: Chain, live: Chain): void {
  if (test.genesisHash === live.genesisHash) {
    throw new ChainMismatchError(
      `AUTOPAY_TEST_RPC_URL and AUTOPAY_LIVE_RPC_URL lead to the same chain (${live.genesisHash}). Each mode needs one of its own.`,
    );
  }
  const keysIn = (chain: Chain) =>
    [chain.feePayer, chain.planOwner, ...chain.delegates].map(({ address }) => address);
  const shared = keysIn(test).find((address) => keysIn(live).includes(address));
  if (shared === undefined) return;
  throw new ChainMismatchError(
    `The key ${shared} is used in test and in live mode. Give each mode keys of its own.`,
  );
}

/** 1,000 SOL pay for about 100 million pulls. */
const FEE_PAYER_LAMPORTS = 1_000_000_000_000n;
const LOW_LAMPORTS = FEE_PAYER_LAMPORTS / 10n;

async function fundFeePayer(chain: Chain): Promise<void> {
  const { address } = chain.feePayer;
  const { value } = await ask(chain, (rpc) => rpc.getBalance(address, { commitment: 'processed' }));
  if (value >= LOW_LAMPORTS) return;
  await ask(chain, (rpc) => rpc.requestAirdrop(address, lamports(FEE_PAYER_LAMPORTS)));
}

/** How a node is reached, counted and traced where that is wanted. */
function transportTo(
  url: string,
  {
    mode,
    clock,
    instruments,
    tracer,
  }: { mode: string; clock: Clock; instruments: Instruments | null; tracer: Tracer | null },
): RpcTransport {
  const node = new URL(url).host;
  const plain = httpTransport(url);
  const traced = tracer === null ? plain : tracedTransport(plain, { tracer, node, clock });
  if (instruments === null) return traced;
  return observedTransport(traced, { mode, node, clock, called: instruments.called });
}
