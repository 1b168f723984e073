/**
 * Fails on packages of package-lock.json without `integrity`: npm installs whatever a registry sends for those. Names each.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCKFILE = join(import.meta.dirname, '..', 'package-lock.json');

/**
 * Binaries for other platforms that the registry did not hold when these versions were locked, so that npm knew no hash of theirs. Only
 * these versions: with the next one, the registry has them or they are missing here again.
 */
const UNPUBLISHED: readonly (readonly [prefix: string, version: string])[] = [
  ['@oxfmt/binding-', '0.78.0'],
  ['@oxlint/binding-', '1.94.0'],
  ['litesvm-', '1.5.0'],
];

interface LockedPackage {
  version: string;
  integrity?: string;
  link?: true;
  optional?: true;
}

const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);
const bare = installed.filter(([, { integrity }]) => integrity === undefined);
const faults = bare.filter(([path, locked]) => !isUnpublished(path, locked));
for (const [path, { version }] of faults) {
  console.error(`package-lock.json: ${path} ${version} has no integrity.`);
}
if (faults.length > 0) process.exitCode = 1;
else {
  console.log(
    `${installed.length - bare.length} of ${installed.length} packages have their hash; ${bare.length} of other platforms were unpublished.`,
  );
}

function isUnpublished(path: string, { version, optional }: LockedPackage): boolean {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return (
    optional === true &&
    UNPUBLISHED.some(([prefix, unpublished]) => name.startsWith(prefix) && version === unpublished)
  );
}
