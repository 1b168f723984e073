import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import type { ProgramFile } from '../lib/program-file.ts';
import { StartError } from '../lib/start-error.ts';

/** A program that the localnet runs beside those of every cluster. */
export interface Program {
  address: Address;
  /** The ELF file, as it was deployed. */
  elf: Uint8Array;
}

/** What is kept beside a program that was fetched from a cluster. */
export interface Origin {
  /** Of the file, in hex. */
  sha256: string;
  genesisHash: string;
  slot: number;
}

/** Where fetched programs are kept, below the service's data directory. */
export const PROGRAMS_DIRECTORY = join('localnet', 'programs');

const ELF_MAGIC = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46]);

/** Reads the programs at these paths. Throws StartError, with the path, for one that cannot be read or is no program. */
export function readPrograms(files: readonly ProgramFile[]): Program[] {
  return files.map(({ address, path }) => ({ address, elf: readElf(path) }));
}

/** The programs that were fetched into `directory`. Throws StartError for one that is not as it was fetched. */
export function readKeptPrograms(directory: string): Program[] {
  const addresses = filesIn(directory)
    .filter((name) => name.endsWith('.so'))
    .map((name) => name.slice(0, -'.so'.length) as Address);
  return addresses.map((address) => {
    const { program, origin } = placesOf(directory, address);
    const elf = readElf(program);
    if (!existsSync(origin))
      throw new StartError(
        `${program} was not fetched: ${origin} is missing. List it in AUTOPAY_LOCALNET_PROGRAMS=${address}=<file> instead.`,
      );
    const { sha256 } = JSON.parse(readFileSync(origin, 'utf8')) as Origin;
    if (hash('sha256', elf) !== sha256)
      throw new StartError(
        `${program} is not what was fetched: its SHA-256 differs. Remove it, and fetch it again.`,
      );
    return { address, elf };
  });
}

/** Keeps a program in `directory`, for every localnet that starts there. Returns the file, and the SHA-256 of it. */
export function keepProgram(
  directory: string,
  { address, elf }: Program,
  from: Omit<Origin, 'sha256'>,
): { path: string; sha256: string } {
  mkdirSync(directory, { recursive: true });
  const sha256 = hash('sha256', elf);
  const { program, origin } = placesOf(directory, address);
  // The program last: it is never there without its origin.
  writeFileSync(`${origin}.new`, `${JSON.stringify({ sha256, ...from } satisfies Origin)}\n`);
  writeFileSync(`${program}.new`, elf);
  renameSync(`${origin}.new`, origin);
  renameSync(`${program}.new`, program);
  return { path: program, sha256 };
}

function placesOf(directory: string, address: Address): { program: string; origin: string } {
  return { program: join(directory, `${address}.so`), origin: join(directory, `${address}.json`) };
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readElf(path: string): Uint8Array {
  let elf: Uint8Array;
  try {
    elf = readFileSync(path);
  } catch (error) {
    throw new StartError(`The program ${path} cannot be read: ${(error as Error).message}`);
  }
  if (!isElf(elf)) throw new StartError(`${path} is no program: it does not begin as an ELF file does.`);
  return elf;
}

export function isElf(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, ELF_MAGIC.length), ELF_MAGIC) === 0;
}
