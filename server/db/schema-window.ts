/** The database and the code do not match. The message names the migration and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  version: number;
  name: string;
  sha256: string;
  /** Code whose newest migration has a lower number does not work once this was run; 0: all code does. */
  breaksCodeBefore: number;
}

/** A file of migrations. */
export interface Migration extends AppliedMigration {
  text: string;
}

/**
 * What a database lacks of this code's files, and what it has beyond them (decision 0040). Throws a MigrationError if this code must not run on
 * it: a newer migration breaks it, an applied file was edited, or one was run that is neither known nor newer.
 */
export function compareSchema(
  applied: readonly AppliedMigration[],
  files: readonly Migration[],
): { missing: Migration[]; newer: AppliedMigration[] } {
  const known = new Map(files.map((file) => [file.version, file]));
  const newest = files.at(-1)?.version ?? 0;
  const newer: AppliedMigration[] = [];
  for (const row of applied) {
    const file = known.get(row.version);
    if (file === undefined) newer.push(requireSurvived(row, newest));
    else if (file.sha256 !== row.sha256)
      throw new MigrationError(
        `Migration ${row.version} (${row.name}) was edited after it ran on this database. Restore the file, and put the change into a new one.`,
      );
  }
  const run = new Set(applied.map(({ version }) => version));
  const missing = files.filter(({ version }) => !run.has(version));
  const last = applied.at(-1);
  const late = missing.find(({ version }) => last !== undefined && version < last.version);
  if (late !== undefined)
    throw new MigrationError(
      `Migration ${late.version} (${late.name}) was never run, though ${last!.version} (${last!.name}) was. The database belongs to another version of the code: start that one.`,
    );
  return { missing, newer };
}

/** A row that this code has no file for: of a newer version that lets this code work, or a MigrationError. */
function requireSurvived(row: AppliedMigration, newest: number): AppliedMigration {
  const { version, name, breaksCodeBefore } = row;
  const isNewer = version > newest;
  if (isNewer && breaksCodeBefore <= newest) return row;
  const why = isNewer
    ? ` and would not work with: it needs code that has migration ${breaksCodeBefore}, and the newest here is ${newest}`
    : '';
  throw new MigrationError(
    `The database has migration ${version} (${name}), which this version of the code does not know${why}. Start the newer version.`,
  );
}
