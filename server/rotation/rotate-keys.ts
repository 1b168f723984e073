import { fileSigner } from '../chain/signer.ts';
import type { ChainConfig } from '../config/config.ts';
import type { Sql } from '../db/connect.ts';
import { StartError } from '../lib/start-error.ts';
import { makeKeyBeside } from './new-key-file.ts';
import { readSetting, writeSettings } from './settings-file.ts';

/** A rotation of a mode's keys, and what it needs. `now` in Unix seconds. */
export interface KeyRotation {
  db: Sql;
  mode: 'test' | 'live';
  chain: ChainConfig;
  /** The file of settings that processes start with. */
  settings: string;
  now: number;
  say: (line: string) => void;
}

type RpcChain = Extract<ChainConfig, { kind: 'rpc' }>;

/**
 * Makes a new delegate key and puts its file first in the settings, the former ones behind it: new payers approve the new key, and those from before
 * stay with theirs. Throws a StartError, and changes nothing, if the settings are not those of this process.
 */
export async function rotateDelegate(rotation: KeyRotation): Promise<void> {
  const { mode, settings, now, say } = rotation;
  const chain = requireRpc(rotation);
  const name = `AUTOPAY_${mode.toUpperCase()}_DELEGATE_KEY_FILE`;
  await requireSame(settings, name, chain.delegateKeyFiles.join(','));
  const [current] = chain.delegateKeyFiles as [string];
  const made = await makeKeyBeside(current, `${mode}-delegate`, now);
  await writeSettings(settings, { [name]: [made, ...chain.delegateKeyFiles].join(',') });
  say(`made    ${made}, whose address is ${(await fileSigner(made)).address}`);
  say(
    `wrote   ${settings}: ${name} names it first, and ${chain.delegateKeyFiles.length} from before behind it`,
  );
  await sayDelegates(rotation, chain);
  say('now     copy the new file to where you keep the old ones, then restart every process.');
  say('later   npm start -- rotate status says when a file from before is no longer needed.');
}

/**
 * Makes a new fee payer. Where the old one also owns the plans, it stays their owner: only it gets their rent back. Throws a StartError, and changes
 * nothing, if the settings are not those of this process.
 */
export async function rotateFeePayer(rotation: KeyRotation): Promise<void> {
  const { db, mode, settings, now, say } = rotation;
  const chain = requireRpc(rotation);
  const prefix = `AUTOPAY_${mode.toUpperCase()}`;
  const name = `${prefix}_FEE_PAYER_KEY_FILE`;
  await requireSame(settings, name, chain.feePayerKeyFile);
  const before = await fileSigner(chain.feePayerKeyFile);
  const made = await makeKeyBeside(chain.feePayerKeyFile, `${mode}-fee-payer`, now);
  const keepsPlans = chain.planOwnerKeyFile === null && (await hasPlans(db, mode));
  const owner = `${prefix}_PLAN_OWNER_KEY_FILE`;
  await writeSettings(settings, {
    [name]: made,
    ...(keepsPlans ? { [owner]: chain.feePayerKeyFile } : {}),
  });
  const { address } = await fileSigner(made);
  say(`made    ${made}, whose address is ${address}`);
  say(`wrote   ${settings}: ${name} names it`);
  if (keepsPlans) say(`wrote   ${settings}: ${owner} names the file from before, which owns plans on chain`);
  const [rent] = await db<[{ accounts: number; held: bigint }]>`
    select count(*)::int as accounts, coalesce(sum(rent), 0) as held from sponsored_accounts
    where livemode = ${mode === 'live'} and status <> 'closed'`;
  if (rent.accounts > 0)
    say(
      `careful ${rent.accounts} accounts of payers hold ${rent.held} lamports that return to ${before.address} alone: keep its file`,
    );
  say(
    `now     send SOL to ${address}, then restart every process. What was signed before is still followed up.`,
  );
  say(`later   move the rest of ${before.address} with a wallet.`);
}

/** Says of each delegate's file of a mode how many mandates still need it. */
export async function sayDelegates(
  { db, mode, say }: Pick<KeyRotation, 'db' | 'mode' | 'say'>,
  chain: RpcChain,
): Promise<void> {
  const rows = await db<{ delegate: string; mandates: number }[]>`
    select delegate, count(*)::int as mandates from mandates
    where livemode = ${mode === 'live'} and status in ('pending', 'active') group by delegate`;
  const count = new Map(rows.map(({ delegate, mandates }) => [delegate, mandates]));
  for (const [at, path] of chain.delegateKeyFiles.entries()) {
    const { address } = await fileSigner(path);
    const mandates = count.get(address) ?? 0;
    count.delete(address);
    const may = at > 0 && mandates === 0 ? ': it may go from the settings' : '';
    say(`${mode}    ${address} is the delegate of ${mandates} mandates (${path})${may}`);
  }
  for (const [address, mandates] of count)
    say(`wrong   ${mandates} mandates in ${mode} mode need ${address}, and no file in the settings has it`);
}

async function hasPlans(db: Sql, mode: 'test' | 'live'): Promise<boolean> {
  const rows = await db`
    select 1 from subscription_plans where livemode = ${mode === 'live'} and status <> 'deleted' limit 1`;
  return rows.length > 0;
}

function requireRpc({ chain, mode }: KeyRotation): RpcChain {
  if (chain.kind === 'rpc') return chain;
  throw new StartError(
    chain.kind === 'none'
      ? `rotate: there is no chain in ${mode} mode, so there is nothing to rotate.`
      : 'rotate: the keys of the local chain are worth nothing, and stay.',
  );
}

async function requireSame(settings: string, name: string, value: string): Promise<void> {
  const written = (await readSetting(settings, name)).split(',').map((each) => each.trim());
  if (written.join(',') === value) return;
  throw new StartError(
    `${name} is another in ${settings} than in this process's environment: load that file into it, or name the right one. Nothing was changed.`,
  );
}
