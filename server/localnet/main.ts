/**
 * Runs a localnet on its own: `node server/localnet/main.ts [--data-dir <dir>] [--host <name>] [--port <n>] [--slot-ms <n>] [--finalized-slots <n>]
 * [--program <address>=<file>]...`.
 */
import { parseArgs } from 'node:util';
import { parseProgramFile, type ProgramFile } from '../lib/program-file.ts';
import { readPrograms } from './programs.ts';
import { startLocalnet } from './server.ts';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    // Beyond loopback it has no protection but this name: for a network of containers alone.
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
    'slot-ms': { type: 'string', default: '400' },
    'finalized-slots': { type: 'string' },
    program: { type: 'string', multiple: true, default: [] },
  },
});

const localnet = await startLocalnet({
  dataDir: values['data-dir'] ?? null,
  host: values.host,
  port: Number(values.port),
  slotMs: Number(values['slot-ms']),
  programs: readPrograms(values.program.map(programFile)),
  ...(values['finalized-slots'] === undefined ? {} : { finalizedSlots: Number(values['finalized-slots']) }),
});
const { rpcUrl, wsUrl, genesisHash } = localnet;
process.stdout.write(`${JSON.stringify({ rpcUrl, wsUrl, genesisHash })}\n`);

function programFile(text: string): ProgramFile {
  const parsed = parseProgramFile(text);
  if (parsed === null) throw new Error(`--program: ${text} is not <address>=<file>.`);
  return parsed;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void localnet.stop());
