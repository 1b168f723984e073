import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { loadOrCreateKeyRing } from '../config/key-ring.ts';
import { withDatabase } from '../db/with-database.ts';
import { digestOf } from '../exit-kit/digest.ts';
import { type Imported, importMerchant } from '../exit-kit/import-merchant.ts';
import { systemClock } from '../lib/clock.ts';
import { delegatesOf } from './chains.ts';

/** The command `import`, beside a running service or without one: prints what was brought, and the new secrets, which are shown nowhere else. */
export async function runImport(config: Config, print: (text: string) => void): Promise<void> {
  const { file, ...options } = config.import!;
  await withDatabase(config, 'autopay-import', async (db) => {
    const parts = {
      db,
      secretKeys: config.secretsKeys ?? (await loadOrCreateKeyRing(join(config.dataDir, 'keys', 'secrets'))),
      delegatesOf: (livemode: boolean) => delegatesOf(config, livemode ? config.live : config.test),
      now: systemClock.seconds(),
    };
    const imported = await importMerchant(parts, file, options);
    print(`file    ${await digestOf(file)}  ${file}\n`);
    print(`${wordsFor(imported, `${config.publicUrl ?? ''}/wallet`).join('\n')}\n`);
  });
}

function wordsFor(
  { merchantId, livemode, active, ended, charges, leftOut, toAsk, keys, endpoints }: Imported,
  portal: string,
): string[] {
  const lines = [
    `brought ${merchantId} in ${livemode ? 'live' : 'test'} mode; subscriptions that go on: ${active}, that have ended: ${ended}; charges: ${charges}`,
  ];
  if (leftOut.pending > 0)
    lines.push(`left    checkouts that no payer has signed: ${leftOut.pending}. They begin anew here`);
  if (leftOut.onPlans > 0)
    lines.push(
      `left    subscriptions on plans that this deployment may not pull: ${leftOut.onPlans}. See docs/moving.md, or their payers subscribe anew`,
    );
  for (const id of toAsk) lines.push(`ask     the payer of ${id} to sign once, at ${portal}`);
  if (keys !== null) {
    lines.push(`key     ${keys.test}`, `key     ${keys.live}`);
    lines.push(
      'careful these keys are shown once. Whoever signs up with the live key owns the merchant here.',
    );
  }
  for (const { url, secret } of endpoints) lines.push(`webhook ${url} is signed with ${secret}`);
  lines.push('now     prove the payout wallet again, and send buyers to this deployment.');
  lines.push(
    '        Before its first charge here each subscription is looked up on chain, a minute or two after this.',
  );
  return lines;
}
