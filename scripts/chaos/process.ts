import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sleep } from '../../server/lib/clock.ts';

const SERVICE = fileURLToPath(new URL('service.ts', import.meta.url));
/** How long a supervisor waits before it restarts a process. */
const RESTART_MS = 1_000;
/** A drain takes at most 15 s; after this the process hangs. */
const STOP_MS = 20_000;

/** One process of the service under a supervisor: it is restarted however it ends. */
export class SupervisedProcess {
  readonly name: string;
  /** Unexpected ends: the exit codes of processes that had been ready. */
  readonly endedAlone: (number | string)[] = [];
  readonly #args: readonly string[];
  readonly #env: Record<string, string>;
  readonly #logFile: string;
  readonly #struck: (pid: number) => boolean;
  #child: ChildProcess | null = null;
  #ready = false;
  #startMs = 0;
  #killed = false;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  /** `struck` tells whether a process died where a crash point was armed. */
  constructor(
    name: string,
    args: readonly string[],
    env: Record<string, string>,
    { logFile, struck }: { logFile: string; struck: (pid: number) => boolean },
  ) {
    this.name = name;
    this.#args = args;
    this.#env = env;
    this.#logFile = logFile;
    this.#struck = struck;
  }

  get isReady(): boolean {
    return this.#ready;
  }

  /** How long its last start took, in milliseconds; 0 before the first. */
  get startMs(): number {
    return this.#startMs;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#running = this.#supervise();
  }

  /** SIGKILL, for a process that will be restarted. */
  kill(): void {
    this.#killed = true;
    this.#ready = false;
    this.#child?.kill('SIGKILL');
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Asks the process to end, and does not restart it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    child?.kill('SIGCONT');
    child?.kill('SIGTERM');
    const impatient = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
    await this.#running;
    clearTimeout(impatient);
  }

  async #supervise(): Promise<void> {
    const log = await open(this.#logFile, 'a');
    while (!this.#stopping) {
      await this.#run(log);
      if (!this.#stopping) await sleep(RESTART_MS);
    }
    await log.close();
  }

  async #run(log: FileHandle): Promise<void> {
    this.#killed = false;
    const child = spawn(process.execPath, ['--conditions=autopay-source', SERVICE, ...this.#args], {
      env: { PATH: process.env['PATH'], ...this.#env },
      stdio: ['ignore', 'pipe', log.fd],
    });
    this.#child = child;
    const startedAt = performance.now();
    const orphan = () => void child.kill('SIGKILL');
    process.once('exit', orphan);
    child.stdout!.on('data', (chunk: Buffer) => {
      if (/^ready/m.test(chunk.toString())) {
        this.#ready = true;
        this.#startMs = performance.now() - startedAt;
      }
      void log.write(chunk);
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    process.off('exit', orphan);
    const wasReady = this.#ready;
    this.#ready = false;
    if (wasReady && !this.#killed && !this.#stopping && !this.#struck(child.pid!))
      this.endedAlone.push(code ?? signal!);
  }
}
