import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Findings } from '../../chaos/findings.ts';
import type { Attack, Part } from '../part.ts';

const INSIDE = fileURLToPath(new URL('../outbound/inside.ts', import.meta.url));
const run = promisify(execFile);

/**
 * Webhooks to every address that is not public, in a network namespace in which each one exists and listens: what connects shows, and nothing
 * leaves the machine. Whoever is not root becomes nobody else in there, since Postgres refuses to run as root.
 */
export const outbound: Part = {
  name: 'outbound',
  play: async () => {
    const namespace = ['--net', ...(process.getuid!() === 0 ? [] : ['--map-current-user', '--keep-caps'])];
    const reason = await run('unshare', [...namespace, 'ip', 'link', 'set', 'lo', 'up']).then(
      () => null,
      (error: Error & { stderr?: string }) => (error.stderr?.trim() || error.message).split('\n')[0]!,
    );
    const nothing = { name: 'outbound', attempts: 0, service: null, findings: [] };
    if (reason !== null) return { ...nothing, notRun: `no network namespace: ${reason}` };
    const args = [...namespace, process.execPath, '--conditions=autopay-source', INSIDE];
    const inside = run('unshare', args, { maxBuffer: 2 ** 26 });
    const orphan = () => void inside.child.kill();
    process.once('exit', orphan);
    const { stdout } = await inside.finally(() => process.off('exit', orphan));
    const { attempts, findings: found } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Attack;
    const findings = new Findings();
    for (const each of found) findings.add(each);
    return { ...nothing, attempts, findings: findings.all };
  },
};
