import { createDefaultRpcTransport } from '@solana/kit';
import { connectChain } from '../../server/chain/rpc.ts';
import type { Signer } from '../../server/chain/signer.ts';
import { connect } from '../../server/db/connect.ts';
import type { Deployment } from '../../server/deployment.ts';
import type { CrashPoint } from '../../server/lib/crash-points.ts';
import type { SecretKeyRing } from '../../server/lib/secret-box.ts';
import { createLogger } from '../../server/log.ts';
import { bindChain, findChainState } from '../../server/recovery/chain-state.ts';
import { detectRecovery } from '../../server/recovery/detect-recovery.ts';
import type { VirtualTime, Waiter } from './virtual-time.ts';

/** What all processes of one deployment share. */
export interface ProcessParts {
  time: VirtualTime;
  databaseUrl: string;
  rpcUrls: readonly string[];
  feePayer: Signer;
  delegates: readonly Signer[];
  /** Asked at every crash point: whether the process lives on. */
  pass: (process: SimulatedProcess, point: CrashPoint) => Promise<boolean>;
  onLog: (process: SimulatedProcess, line: string) => void;
}

/** Why a process woke: by itself, to look at everything, or for what is due. */
export type Woken = 'never' | 'for all' | 'for what is due';

/** Encrypts the secrets of the deployment. */
export const SECRET_KEYS: SecretKeyRing = [{ id: 'simulated', key: Buffer.alloc(32, 1) }];

/** One process of the service: its own connections, clock and memory. It dies as by SIGKILL, or stands still for a while. */
export class SimulatedProcess implements Waiter {
  readonly name: string;
  /** How far its clock is off, in milliseconds. */
  skewMs = 0;
  alive = true;
  frozenUntilMs = 0;
  /** Told once it died: its supervisor starts another. */
  onDeath: () => void = () => {};
  /** Ends its sleep where nothing was due. `forAll`: it looks at everything, as a sweep does. */
  wake: (forAll: boolean) => void = () => {};
  readonly #parts: ProcessParts;
  #deployment: Deployment | null = null;

  constructor(name: string, parts: ProcessParts) {
    this.name = name;
    this.#parts = parts;
  }

  get deployment(): Deployment {
    if (this.#deployment === null) throw new Error(`Bug: ${this.name} has not started.`);
    return this.#deployment;
  }

  /** Sleeps for `ms` at most, and returns what woke it. */
  async sleepUntilWoken(ms: number): Promise<Woken> {
    const control = new AbortController();
    let woken: Woken = 'never';
    this.wake = (forAll) => {
      woken = forAll ? 'for all' : 'for what is due';
      control.abort();
    };
    await this.#parts.time.sleep(ms, this, control.signal);
    this.wake = () => {};
    return woken;
  }

  /** Starts as the service does, in the same order. `recover`: as with `--recover`. */
  async start({ recover = false }: { recover?: boolean } = {}): Promise<Deployment> {
    const { time, databaseUrl, rpcUrls, feePayer, delegates, pass, onLog } = this.#parts;
    const clock = {
      seconds: () => Math.floor((time.nowMs + this.skewMs) / 1000),
      milliseconds: () => time.nowMs + this.skewMs,
      monotonicMs: () => time.nowMs,
      sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, this, signal),
    };
    const log = createLogger('info', { write: (line: string) => onLog(this, line) });
    // One connection: what runs side by side then always runs in the same order.
    const db = connect(databaseUrl, { max: 1, applicationName: this.name });
    await detectRecovery(db, log, { recover, now: clock.seconds() });
    const known = await findChainState(db, true);
    const live = await connectChain({
      // Over `fetch`, which the simulated network replaces.
      transportTo: (url) => createDefaultRpcTransport({ url }),
      clock,
      mode: 'live',
      commitment: 'finalized',
      feePayer,
      delegates,
      publishPlans: true,
      revokesPublishedPerDay: 1_000,
      minPriorityFeeMicroLamports: 1_000n,
      maxPriorityFeeMicroLamports: 1_000_000n,
      pullsPerTransaction: 10,
      rpcUrls,
      expectedGenesisHash: known?.genesisHash ?? null,
    });
    await bindChain(db, true, live.genesisHash);
    this.#deployment = {
      db,
      clock,
      // Postgres runs in real time here.
      clockIsRight: async () => true,
      log,
      crashPoint: async (point) => {
        if (!(await pass(this, point))) await new Promise(() => {});
      },
      chains: { test: null, live },
      sellMode: 'all',
      scheme: 'approval',
      sponsorFees: false,
      signUp: 'open',
      quotas: {
        mandatesPerDay: 100_000,
        pendingMandates: 20_000,
        plansPerDay: 1_000,
        subscriptionPlansPerDay: 100,
        planRentLamports: 5_000_000_000n,
        sponsoredRent: {
          payerPerDay: 8_000_000n,
          merchantPerDay: 400_000_000n,
          perDay: 2_000_000_000n,
          held: 5_000_000_000n,
        },
        objects: 10_000,
        objectsPerDay: 1_000,
        testTokensPerGift: 1_000_000,
        testTokensPerDay: 100_000_000,
      },
      secretKeys: SECRET_KEYS,
      webhookAllow: [],
      dnsServers: null,
      webhooksPerTarget: 6_000,
      mail: null,
      testFaucet: false,
      name: null,
      publicUrl: () => 'https://autopay.sim',
    };
    return this.#deployment;
  }

  /** Ends it as SIGKILL does: nothing that it waited for comes, and its connections break. `forGood`: no supervisor starts another. */
  kill({ forGood = false } = {}): void {
    if (!this.alive) return;
    this.alive = false;
    if (!forGood) this.onDeath();
    void this.#deployment?.db.end({ timeout: 0 }).catch(() => {});
  }
}
