import { randomBytes } from 'node:crypto';
import { type KeyRing, parseKeyRing } from '../config/key-ring.ts';
import type { Sql } from '../db/connect.ts';
import { readPrivateFile } from '../lib/private-file.ts';
import { decryptSecret, encryptSecret } from '../lib/secret-box.ts';
import { StartError } from '../lib/start-error.ts';
import { ENCRYPTED, type EncryptedColumn } from './encrypted.ts';
import { readSetting, replacePrivateFile, writeSettings } from './settings-file.ts';

const NAME = 'AUTOPAY_SECRETS_KEYS';
/** A statement holds the rows that it rewrites for as long as it takes. */
const BATCH = 200;

/** Where the ring is kept: in a line of a file of settings, or alone in a file of its own. */
export type RingFile = { kind: 'settings' | 'alone'; path: string };

interface SecretsRotation {
  db: Sql;
  ring: KeyRing;
  file: RingFile;
  say: (line: string) => void;
}

/** `add`: every process learns a new key. `use`: they encrypt with it. `finish`: what other keys encrypted is encrypted with it. */
export type SecretsStep = 'add' | 'use' | 'finish';

/**
 * One step of a rotation of the key ring; between two of them every process is started again, so that none meets a key that it does not have. Says
 * what it did and which keys nothing needs any more. Throws a StartError, and changes nothing, if the file is not the ring of this process, or if
 * the step was done.
 */
export async function rotateSecrets(rotation: SecretsRotation, step: SecretsStep): Promise<void> {
  const { ring, file, say } = rotation;
  if (step === 'finish') return encryptAnew(rotation);
  await requireSame(rotation);
  if (step === 'add') {
    const made = { id: nextId(ring), key: new Uint8Array(randomBytes(32)) };
    await writeRing(file, [...ring, made]);
    say(`wrote   ${file.path}: the key ${made.id} is last; ${ring[0].id} still encrypts`);
    say(
      'now     copy the file to where you keep it, and restart every process, so that each has the new key.',
    );
    say('later   npm start -- rotate secrets --use encrypts with it from then on.');
    return;
  }
  const last = ring.at(-1)!;
  const counts = await Promise.all(ENCRYPTED.map((column) => countByKey(rotation.db, column)));
  if (ring.length === 1 || counts.flat().some(({ id }) => id === last.id))
    throw new StartError(
      `rotate: the last key of the ring, ${last.id}, is no new one. First run npm start -- rotate secrets. Nothing was changed.`,
    );
  await writeRing(file, [last, ...ring.slice(0, -1)]);
  say(`wrote   ${file.path}: the key ${last.id} is first`);
  say('now     copy the file to where you keep it, and restart every process.');
  say('later   npm start -- rotate secrets --finish encrypts with it what is encrypted with the others.');
}

/** The file must hold the ring that this process has, or another deployment's would be changed. */
async function requireSame({ ring, file }: SecretsRotation): Promise<void> {
  const text =
    file.kind === 'settings' ? await readSetting(file.path, NAME) : (await readPrivateFile(file.path)).trim();
  const written = parseKeyRing(text);
  if (written !== null && textOf(written) === textOf(ring)) return;
  throw new StartError(
    `${file.path} holds another key ring than this process's environment: load that file into it, or name the right one. Nothing was changed.`,
  );
}

async function writeRing({ kind, path }: RingFile, ring: readonly KeyRing[number][]): Promise<void> {
  if (kind === 'settings') await writeSettings(path, { [NAME]: textOf(ring) });
  else await replacePrivateFile(path, `${textOf(ring)}\n`);
}

async function encryptAnew({ db, ring, say }: SecretsRotation): Promise<void> {
  const [current, ...others] = ring;
  const left = new Map<string, number>();
  for (const column of ENCRYPTED) {
    if (column.row !== null) {
      const count = await encryptColumn(db, ring, column);
      say(`wrote   ${count} ${column.what} again, encrypted with ${current.id}`);
    }
    for (const { id, count } of await countByKey(db, column)) {
      if (id === current.id) continue;
      left.set(id, (left.get(id) ?? 0) + count);
      say(`waits   ${count} ${column.what} are encrypted with ${id}, and forgotten within a day`);
    }
  }
  for (const { id } of others)
    say(
      left.has(id)
        ? `later   ${id} is still needed: run this again in a day`
        : `later   ${id} may go from the ring: nothing needs it`,
    );
  if (others.length === 0) say(`done    ${current.id} is the only key`);
}

async function encryptColumn(
  db: Sql,
  ring: KeyRing,
  { table, column, row }: EncryptedColumn,
): Promise<number> {
  const [current] = ring;
  const { key, contextOf } = row!;
  let done = 0;
  for (;;) {
    const count = await db.begin(async (tx) => {
      const rows = await tx<{ key: string; box: Buffer }[]>`
        select ${tx(key)} as key, ${tx(column)} as box from ${tx(table)}
        where ${tx(column)} is not null and ${keyIdOf(tx, column)} <> ${current.id} order by 1 limit ${BATCH} for update`;
      for (const found of rows) {
        const context = contextOf(found.key);
        const box = encryptSecret(ring, decryptSecret(ring, found.box, context), context);
        await tx`update ${tx(table)} set ${tx(column)} = ${box} where ${tx(key)} = ${found.key}`;
      }
      return rows.length;
    });
    done += count;
    if (count < BATCH) return done;
  }
}

async function countByKey(
  db: Sql,
  { table, column, where = 'true' }: EncryptedColumn,
): Promise<{ id: string; count: number }[]> {
  return db<{ id: string; count: number }[]>`
    select ${keyIdOf(db, column)} as id, count(*)::int as count from ${db(table)}
    where ${db(column)} is not null and ${db.unsafe(where)} group by 1 order by 1`;
}

/** The key's id within a box, whose second byte is its length. */
function keyIdOf(db: Pick<Sql, 'unsafe'>, column: string) {
  return db.unsafe(`convert_from(substring(${column} from 3 for get_byte(${column}, 1)), 'UTF8')`);
}

/** k1, k2, ...: the first that the ring has not. */
function nextId(ring: KeyRing): string {
  for (let n = 1; ; n += 1) if (!ring.some(({ id }) => id === `k${n}`)) return `k${n}`;
}

function textOf(ring: readonly KeyRing[number][]): string {
  return ring.map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`).join(',');
}
