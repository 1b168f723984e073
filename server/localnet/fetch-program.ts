import type { Address } from '@solana/kit';
import { toBase58 } from '../lib/base58.ts';
import { StartError } from '../lib/start-error.ts';
import { isElf, type Origin, type Program } from './programs.ts';

/** A program as a cluster runs it. */
export interface FetchedProgram extends Program {
  from: Omit<Origin, 'sha256'>;
}

/** A program of some hundred kilobytes, over a slow line. */
const DEADLINE_MS = 60_000;
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
/** Of a program account of the upgradeable loader: the kind of account, then the address of the account with the code. */
const CODE_ADDRESS = { from: 4, to: 36 };
/** Of the account with the code: its kind, the slot of its last change, and who may change it. Then comes the code. */
const CODE_OFFSET = 45;

/** Reads a program that runs on the cluster behind `rpcUrl`. Throws StartError if there is none, or the node does not answer. */
export async function fetchProgram(rpcUrl: string, address: Address): Promise<FetchedProgram> {
  const genesisHash = await call<string>(rpcUrl, 'getGenesisHash', []);
  const program = await readAccount(rpcUrl, address);
  if (program === null || !program.executable)
    throw new StartError(`The cluster (genesis hash ${genesisHash}) runs no program at ${address}.`);
  let { data } = program;
  if (program.owner === UPGRADEABLE_LOADER) {
    const holder = toBase58(data.subarray(CODE_ADDRESS.from, CODE_ADDRESS.to)) as Address;
    const held = await readAccount(rpcUrl, holder);
    if (held === null) throw new StartError(`The program ${address} was closed: ${holder} is gone.`);
    data = held.data.subarray(CODE_OFFSET);
  }
  if (!isElf(data)) throw new StartError(`What the cluster runs at ${address} is not compiled code.`);
  return { address, elf: data, from: { genesisHash, slot: program.slot } };
}

interface RpcAccount {
  owner: string;
  executable: boolean;
  data: [string, 'base64'];
}

async function readAccount(rpcUrl: string, address: Address) {
  const { context, value } = await call<{ context: { slot: number }; value: RpcAccount | null }>(
    rpcUrl,
    'getAccountInfo',
    [address, { encoding: 'base64', commitment: 'finalized' }],
  );
  if (value === null) return null;
  const { owner, executable, data } = value;
  return { owner, executable, data: new Uint8Array(Buffer.from(data[0], 'base64')), slot: context.slot };
}

/** Without the URL in any message: a provider's may hold a key. */
async function call<T>(rpcUrl: string, method: string, params: readonly unknown[]): Promise<T> {
  let answer: { result?: T; error?: { message: string } };
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    const { cause, message } = error as Error;
    throw new StartError(
      `The node did not answer ${method}: ${cause instanceof Error ? cause.message : message}`,
    );
  }
  if (answer.error !== undefined || answer.result === undefined)
    throw new StartError(`The node refused ${method}: ${answer.error?.message ?? 'it returned nothing'}`);
  return answer.result;
}
