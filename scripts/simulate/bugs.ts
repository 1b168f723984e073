import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A change that brings back a bug of the past, to show that the simulation finds it. */
interface Edit {
  file: string;
  find: string;
  replace: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = [
  'server',
  'rules',
  'pages',
  'scripts/simulate',
  'scripts/subscriptions-program.ts',
  'package.json',
];

/** By name: what was wrong once. */
export const BUGS: Record<string, readonly Edit[]> = {
  /** Never there, to show what twins find: a charge does not wait for its window on chain, and has only the rest of the one before. */
  P1: [
    {
      file: 'rules/charges/program-windows.ts',
      find: 'const opensAt = subscribedAt + (before + index) * periodSeconds;',
      replace: 'const opensAt = subscribedAt + (before + index - 1) * periodSeconds;',
    },
  ],
  /** A failover under a running process is not noticed. */
  A1: [
    {
      file: 'server/recovery/chain-state.ts',
      find: '${isSamePostgres(sql)} as is_same_postgres',
      replace: 'true as is_same_postgres',
    },
  ],
  /** A refund whose signature was forgotten is signed again at once. */
  A3: [
    {
      file: 'server/refunds/settle-delegated-refund.ts',
      find: "if (earlier.kind === 'open') return;",
      replace: '',
    },
    {
      file: 'server/refunds/settle-delegated-refund.ts',
      find: 'await recoverRefunds(deployment, chain, refund.chargeId, mandate!);',
      replace: '',
    },
    {
      file: 'server/refunds/commit-refund-attempt.ts',
      find: '(await findForgottenRefunds(tx, state, charge.id)) !== null',
      replace: 'false',
    },
  ],
  /** A transfer that names several charges settles them all. */
  A4: [
    {
      file: 'server/chain/transfer.ts',
      find: 'if (only?.address !== reference || others.length > 0) return [];',
      replace: 'if (![only, ...others].some((account) => account?.address === reference)) return [];',
    },
    {
      file: 'server/attempts/settlements.ts',
      find: 'if (await isCounted(tx, { signature, instructionIndex })) continue;',
      replace: '',
    },
    {
      file: 'server/attempts/settlements.ts',
      find: 'if (rows.length > 0) return signature;',
      replace: 'if (rows.length >= 0) return signature;',
    },
  ],
  /** A new mandate takes the newest key, and with it the delegate slot of the payer's others. */
  B9: [
    {
      file: 'server/delegations/shared-delegate.ts',
      find: 'return newest?.delegate ?? null;',
      replace: 'return null;',
    },
  ],
  /** Accounts are read from a node however far it is behind. */
  B11: [
    {
      file: 'server/chain/seen-slot.ts',
      find: 'const minimum = floor > atLeast ? floor : atLeast;',
      replace: 'const minimum = 0n;',
    },
    {
      file: 'server/collection/build-attempts.ts',
      find: 'if (accounts[at]!.slot < authorizedAt(one))',
      replace: 'if (false)',
    },
  ],
  /** What fails for one refund ends the round for all. */
  B12: [
    {
      file: 'server/refunds/watch-refunds.ts',
      find: `  } catch (error) {
    log[`,
      replace: `  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log[`,
    },
  ],
};

/** A copy of the service with that bug. Returns its directory, and how to remove it. */
export function copyWithBug(name: string): { root: string; remove: () => void } {
  const edits = BUGS[name];
  if (edits === undefined) throw new Error(`Known bugs: ${Object.keys(BUGS).join(', ')}.`);
  const root = mkdtempSync(join(tmpdir(), `autopay-bug-${name}-`));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const { file, find, replace } of edits) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes(find)) throw new Error(`${file} has no ${JSON.stringify(find)} any more.`);
    writeFileSync(
      join(root, file),
      text.replace(find, () => replace),
    );
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
