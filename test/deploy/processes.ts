import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../support/eventually.ts';

/** Programs that a recipe starts, and everything they said. */
export class Started {
  readonly #children: ChildProcess[] = [];

  /** Starts `words` with these settings alone. Its output is kept for the error of whoever waits for it. */
  start(words: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    const [program, ...args] = words;
    const child = spawn(program!, args, {
      cwd: options.cwd,
      env: { PATH: process.env['PATH'], ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#children.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()));
    const exited = once(child, 'exit') as Promise<[number | null]>;
    return {
      /** Resolves with the output once it has `text` and the line's end; throws with the output if it ends before. */
      said: async (text: string) => {
        const isThere = () => said.includes(text) && said.includes('\n', said.indexOf(text));
        await eventually(() => isThere() || child.exitCode !== null, 90_000);
        if (isThere()) return said;
        throw new Error(`${words.join(' ')} ended without "${text}":\n${said}`);
      },
      /** Resolves with all it said once it has ended; throws with it unless the exit code is 0. */
      done: async () => {
        const [code] = await exited;
        if (code !== 0) throw new Error(`${words.join(' ')} exited with ${code}:\n${said}`);
        return said;
      },
      /** SIGTERM to it and everything it started; returns the exit code. */
      terminate: async () => {
        process.kill(-child.pid!, 'SIGTERM');
        return (await exited)[0];
      },
    };
  }

  /** Kills what still runs. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, 'exit');
        process.kill(-child.pid!, 'SIGKILL');
        await exited;
      }),
    );
  }
}
