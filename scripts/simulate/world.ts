import { createHash } from 'node:crypto';
import { type Address, getAddressEncoder } from '@solana/kit';
import type { Signer } from '../../server/chain/signer.ts';
import { connect, type Sql } from '../../server/db/connect.ts';
import type { Clock } from '../../server/lib/clock.ts';
import type { CrashPoint } from '../../server/lib/crash-points.ts';
import { Chain } from '../../server/localnet/chain.ts';
import type { Keypair } from '../../server/localnet/keypair.ts';
import { generateKeypair } from '../../server/localnet/keypair.ts';
import { airdrop } from '../../server/localnet/own-transactions.ts';
import { readPrograms } from '../../server/localnet/programs.ts';
import { ensureTestTokens } from '../../server/localnet/test-tokens.ts';
import { createMerchant } from '../../server/merchants/create-merchant.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { upsertToken } from '../../server/tokens/queries.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { requireSubscriptionsProgram } from '../subscriptions-program.ts';
import { Blame } from './blame.ts';
import { Books } from './books.ts';
import type { DatabaseNames } from './database.ts';
import type { DatabaseControl } from './database-socket.ts';
import { Movements } from './movements.ts';
import { connectNetwork, nodeUrls } from './network.ts';
import { SimulatedNode } from './node.ts';
import type { Plan, SoldTerms } from './plan.ts';
import { SECRET_KEYS, SimulatedProcess } from './process.ts';
import { Random } from './random.ts';
import { Receiver } from './receivers.ts';
import { wakeSenders } from './senders.ts';
import type { Trace } from './trace.ts';
import type { VirtualTime } from './virtual-time.ts';
import { newWallet, type Wallet } from './wallet.ts';

const SLOT_MS = 400;
/** As a real cluster: 13 s in which what landed may be missed. */
const FINALIZED_SLOTS = 32;
/** Stands for the API where processes are numbered. */
export const API = -2;
/** Messages of the database driver name the port, which is another in each run. */
const PORT = /(?<=127\.0\.0\.1):\d+/g;
const FUNDS = 20_000_000n;
/** A node that was away is asked again within this time. */
const RECOVERED_NODE_MS = 10 * 60_000;
const addressEncoder = getAddressEncoder();

/** A merchant with its own payout wallet. */
export interface SimulatedMerchant {
  tenant: Tenant;
  wallet: Wallet;
}

/** A mandate as its parties remember it, whatever the database does. */
export interface SoldMandate {
  id: string;
  reference: Address;
  payer: Wallet;
  merchant: SimulatedMerchant;
  terms: SoldTerms;
}

/** One deployment with everything around it: chain, nodes, database, processes and people. */
export class World {
  readonly plan: Plan;
  readonly time: VirtualTime;
  readonly trace: Trace;
  readonly chain: Chain;
  readonly nodes: SimulatedNode[];
  readonly movements: Movements;
  readonly books: Books;
  readonly blame: Blame;
  readonly observer: Sql;
  readonly names: DatabaseNames;
  readonly database: DatabaseControl;
  readonly random: Random;
  readonly feePayer: Keypair;
  /** The newest first: a rotation adds one. */
  readonly delegates: Keypair[];
  /** Every key that ever was a delegate. */
  readonly knownDelegates: Address[];
  readonly mint: Address;
  readonly payers: Wallet[] = [];
  readonly merchants: SimulatedMerchant[] = [];
  readonly mandates: SoldMandate[] = [];
  stranger!: Wallet;
  api!: SimulatedProcess;
  workers: SimulatedProcess[] = [];
  senders: SimulatedProcess[] = [];
  /** By endpoint id: the merchants' servers. */
  readonly receivers = new Map<string, Receiver>();
  apiGenerations = 0;
  workerGenerations = 0;
  senderGenerations = 0;
  /** By worker index: where it dies next. */
  readonly crashes = new Map<number, CrashPoint>();
  /** What happens when any process next passes a point: a copy is taken, or put in the place of the database. */
  readonly atPoint = new Map<CrashPoint, () => Promise<void>>();
  /** References of what the signer of the deployment does not sign for now. */
  readonly refusedBySigner = new Set<Address>();
  /** The timeline that Postgres shows. */
  timeline = 1;
  /** When the last copy of the database was taken. */
  dumpedAtMs: number | null = null;
  /** Faults that last, counted: the world is calm when there are none. */
  #troubles = 0;
  #calmSinceMs: number | null;
  readonly #processes = new Map<string, SimulatedProcess>();
  /** The hour that is played, and how many steps came before it. */
  hour = 0;
  stepsBefore = 0;
  /** A task or a deed has ended since the books were last checked. */
  isCheckDue = false;
  /** What went wrong inside a task or deed in a way that no fault explains. */
  unexpected: Error | null = null;

  constructor(
    plan: Plan,
    parts: { time: VirtualTime; trace: Trace; names: DatabaseNames; database: DatabaseControl },
  ) {
    const { time, trace, names, database } = parts;
    this.plan = plan;
    this.time = time;
    this.trace = trace;
    this.names = names;
    this.database = database;
    this.#calmSinceMs = time.nowMs;
    this.random = Random.of(plan.seed, 'world');
    const clock = {
      seconds: () => Math.floor(time.nowMs / 1000),
      milliseconds: () => time.nowMs,
      monotonicMs: () => time.nowMs,
      sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, null, signal),
    };
    const programs = plan.twins ? readPrograms([requireSubscriptionsProgram()]) : [];
    this.chain = new Chain(null, SLOT_MS, clock, { finalizedTrail: FINALIZED_SLOTS, programs });
    // Each twin has the mandate of its own number; those of others may come first.
    if (plan.twins) this.mandates.length = plan.payers;
    ensureTestTokens(this.chain);
    this.mint = this.chain.tokens[0]!.mint;
    this.feePayer = generateKeypair();
    this.delegates = [generateKeypair()];
    this.knownDelegates = [this.delegates[0]!.address];
    airdrop(this.chain, this.feePayer.address, 1_000_000_000_000);
    this.movements = new Movements(this.chain, () => time.nowMs);
    const later = (slots: number, act: () => void) => void time.at(time.nowMs + slots * SLOT_MS, null, act);
    this.nodes = Array.from({ length: plan.nodes }, (_, index) => {
      const name = `node${index + 1}`;
      const random = Random.of(plan.seed, name);
      return new SimulatedNode(name, this.chain, { random, later, count: (what) => trace.count(what) });
    });
    connectNetwork({
      time,
      random: Random.of(plan.seed, 'network'),
      nodes: this.nodes,
      processNamed: (name) => this.#processes.get(name) ?? null,
      trace: (line) => trace.add(time.nowMs, line),
    });
    this.observer = connect(names.url, { max: 1, applicationName: 'observer' });
    this.blame = new Blame(
      () => time.nowMs,
      () => this.nodes.some(({ wellSinceMs }) => time.nowMs - wellSinceMs > RECOVERED_NODE_MS),
    );
    this.books = new Books({
      blame: this.blame,
      sql: this.observer,
      movements: this.movements,
      genesisHash: this.chain.genesisHash,
      delegates: this.knownDelegates,
      calmSinceMs: () => this.#calmSinceMs,
      nowMs: () => time.nowMs,
      note: (line) => this.note(line),
      onEvents: () => wakeSenders(this),
    });
  }

  /** Everything that runs of the deployment. */
  get processes(): SimulatedProcess[] {
    return [this.api, ...this.workers, ...this.senders];
  }

  /** Registers the token and opens the merchants' shops. The processes start when time runs. */
  async settle(): Promise<void> {
    const now = Math.floor(this.time.nowMs / 1000);
    await upsertToken(this.observer, {
      livemode: true,
      mint: this.mint,
      symbol: 'USDS',
      decimals: 6,
      program: 'token',
      class: 'stable',
      isDefault: true,
      floor: true,
      issuerControls: false,
      madeBy: null,
      createdAt: now,
    });
    const clock = { seconds: () => now } as never;
    for (let i = 0; i < this.plan.merchants; i += 1) {
      const wallet = await newWallet(this.chain, this.mint, FUNDS);
      const { merchant } = await createMerchant({ db: this.observer, clock }, `Shop ${i + 1}`);
      await this.observer`
        update merchants set payout_wallet = ${wallet.address}, payout_wallet_verified_at = ${now} where id = ${merchant.id}`;
      const tenant = { merchantId: merchant.id, livemode: true };
      this.merchants.push({ tenant, wallet });
      await this.#openEndpoint(tenant, clock);
    }
    for (let i = 0; i < this.plan.payers; i += 1)
      this.payers.push(await newWallet(this.chain, this.mint, FUNDS));
    for (const { address, tokens } of this.payers) this.blame.follow(this.chain, address, tokens);
    this.stranger = await newWallet(this.chain, this.mint, FUNDS);
    this.chain.advanceSlots(40);
  }

  async #openEndpoint(tenant: Tenant, clock: Clock): Promise<void> {
    const parts = { clock, secretKeys: SECRET_KEYS, webhookAllow: [] };
    const url = `https://${tenant.merchantId}.receivers.com/`;
    const { endpoint, secret } = await this.observer.begin((tx) =>
      createEndpoint(tx, parts, tenant, { url }),
    );
    const random = Random.of(this.plan.seed, `receiver${this.receivers.size}`);
    const count = (what: string) => this.trace.count(what);
    this.receivers.set(endpoint.id, new Receiver({ time: this.time, random, secret, count }));
  }

  newProcess(name: string, skewMs = 0): SimulatedProcess {
    const process = new SimulatedProcess(name, {
      time: this.time,
      databaseUrl: this.names.url,
      rpcUrls: nodeUrls(name, this.nodes),
      feePayer: signerOf(this.feePayer, this.refusedBySigner),
      delegates: this.delegates.map((key) => signerOf(key, this.refusedBySigner)),
      pass: (one, point) => this.#pass(one, point),
      onLog: (one, line) => this.#onLog(one, line),
    });
    process.skewMs = skewMs;
    this.#processes.set(name, process);
    return process;
  }

  note(line: string): void {
    this.trace.add(this.time.nowMs, line.replaceAll(PORT, ''));
  }

  /** Something lasting is wrong from now on; the returned function says that it is over. */
  trouble(): () => void {
    this.#troubles += 1;
    this.#calmSinceMs = null;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#troubles -= 1;
      if (this.#troubles === 0) this.#calmSinceMs = this.time.nowMs;
    };
  }

  /** Whether the process lives on. */
  async #pass(process: SimulatedProcess, point: CrashPoint): Promise<boolean> {
    const index = process === this.api ? API : this.workers.indexOf(process);
    this.trace.count(`passed ${point}`);
    const act = this.atPoint.get(point);
    this.atPoint.delete(point);
    await act?.();
    if (this.crashes.get(index) !== point) return process.alive;
    this.crashes.delete(index);
    this.trace.count(`crashed at ${point}`);
    this.note(`${process.name} dies at ${point}`);
    process.kill();
    return false;
  }

  #onLog(process: SimulatedProcess, line: string): void {
    const { level, msg, err, reason } = JSON.parse(line) as {
      level: string;
      msg?: string;
      err?: { message?: string };
      reason?: string;
    };
    if (level === 'info' && reason === undefined) return;
    this.trace.count(`log ${level}: ${msg}`);
    this.note(`${process.name} logs ${level}: ${msg} (${err?.message ?? reason ?? ''})`);
    // A row that a set-back took away in the middle of a step.
    if (line.includes('is not there') && this.time.nowMs < this.blame.excusedUntilMs) return;
    if (line.includes('Bug:')) this.unexpected ??= new Error(`${process.name} logged ${line}`);
  }

  digest(text: string): string {
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  }
}

/** A fault of ours that one refund meets: its request gets a 500, and no other refund notices. */
export class SignerRefuses extends Error {
  override message = 'The signer refuses.';
}

/** Refuses what names one of those references. */
function signerOf(key: Keypair, refused: ReadonlySet<Address>): Signer {
  return {
    address: key.address,
    signTransactionMessage: async (message) => {
      const bytes = Buffer.from(message);
      if ([...refused].some((reference) => bytes.includes(Buffer.from(addressEncoder.encode(reference)))))
        throw new SignerRefuses();
      return key.sign(message) as Awaited<ReturnType<Signer['signTransactionMessage']>>;
    },
  };
}
