import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';

/** Where the service is, and which Node runs it. */
export interface FoundService {
  /** The root of the package `autopay`, absolute, symbolic links followed. */
  directory: string;
  /** `server/main.ts` in it. */
  main: string;
  /** The Node that the service depends on; if it is not installed, the one running this. */
  node: string;
}

/** Where the search starts. */
export interface WhereToLook {
  /** The root of the package; default `AUTOPAY_DIRECTORY` of the environment. */
  directory?: string | undefined;
  /**
   * The project's directory: it and each directory above may be the service or have it in `node_modules`.
   * Default the working directory.
   */
  from?: string | undefined;
}

const EXAMPLE =
  'Clone the service, run npm ci in it, and name it: AUTOPAY_DIRECTORY=../autopay or startService({ directory: "../autopay" }).';

/**
 * Finds the package `autopay`: in the given directory, else in the project or above. Throws an Error that
 * says where it looked and what to do if it is missing or cannot run from there.
 */
export function findService({ directory, from = process.cwd() }: WhereToLook = {}): FoundService {
  const named = directory ?? process.env['AUTOPAY_DIRECTORY'];
  if (named === '') throw new Error(`directory is empty. ${EXAMPLE}`);
  const places = named === undefined ? placesAbove(resolve(from)) : [resolve(named)];
  const place = places.find(isService);
  if (place === undefined) {
    throw new Error(
      `The service (package autopay, with server/main.ts) was not found. Looked in:\n${places
        .map((each) => `  ${each}\n`)
        .join('')}${EXAMPLE}`,
    );
  }
  const root = realpathSync(place);
  if (root.split(sep).includes('node_modules')) {
    throw new Error(
      `The service in ${root} is a copy in node_modules, where Node runs no TypeScript. Link it there (npm link) instead. ${EXAMPLE}`,
    );
  }
  return { directory: root, main: join(root, 'server', 'main.ts'), node: nodeOf(root) };
}

/** The project and the directories above it, each followed by that package in its `node_modules`. */
function placesAbove(from: string): string[] {
  const above = dirname(from);
  return [from, join(from, 'node_modules', 'autopay'), ...(above === from ? [] : placesAbove(above))];
}

function isService(directory: string): boolean {
  if (!existsSync(join(directory, 'server', 'main.ts'))) return false;
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).name === 'autopay';
  } catch {
    return false;
  }
}

function nodeOf(directory: string): string {
  try {
    const own = createRequire(join(directory, 'package.json')).resolve('node/package.json');
    const program = join(dirname(own), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(program) ? program : process.execPath;
  } catch {
    return process.execPath;
  }
}
