import type { Address } from '@solana/kit';
import { isSignedBy, readTransaction } from '../chain/read-transaction.ts';
import { planReference } from '../chain/plan.ts';
import type { Sql, Tx } from '../db/connect.ts';
import type { SecretKeyRing } from '../lib/secret-box.ts';
import { StartError } from '../lib/start-error.ts';
import { firstKeys, type MerchantKeys } from '../merchants/create-merchant.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { findChainState, startRecoveryFrom } from '../recovery/chain-state.ts';
import { newEndpointSecret } from '../webhooks/create-endpoint.ts';
import { insertEndpoint } from '../webhooks/queries.ts';
import {
  beginBringing,
  type Brought,
  countActive,
  findForeignRow,
  indexLines,
  insertBroughtMerchant,
  insertMandates,
  insertOffers,
  insertTestTokens,
  isInUse,
  keepLines,
  leaveOut,
  type LeftOut,
  listBroughtEndpoints,
  listToAsk,
  listUnknownTokens,
  readToProve,
  type ToProve,
} from './import-queries.ts';
import { findSchemaVersion } from './queries.ts';
import { readHead, readRowsOf } from './read-lines.ts';

/** What an import needs of the deployment. */
export interface ImportParts {
  db: Sql;
  secretKeys: SecretKeyRing;
  /** The keys that this deployment collects with in the file's mode, the newest first. */
  delegatesOf: (livemode: boolean) => Promise<readonly Address[]>;
  /** Real time. */
  now: number;
}

/** What was brought. */
export interface Imported extends Tenant {
  active: number;
  ended: number;
  charges: number;
  leftOut: LeftOut;
  /** Mandates whose payers have to sign once, in the portal, before they are charged here. */
  toAsk: readonly string[];
  /** Null if the merchant was here already, in its other mode. */
  keys: MerchantKeys | null;
  /** Endpoints with their new secrets. */
  endpoints: readonly { id: string; url: string; secret: string }[];
}

/**
 * Brings a merchant from another deployment, in one transaction: all of it or nothing. Every id stays, and with it the place on chain of each charge: from the
 * commit on, each mandate's charge is looked up there before it is signed, so none that the former deployment made is made again. Throws a StartError
 * that says what keeps the file from being taken.
 */
export async function importMerchant(
  { db, secretKeys, delegatesOf, now }: ImportParts,
  file: string,
  { formerIsGone, askPayers }: { formerIsGone: boolean; askPayers: boolean },
): Promise<Imported> {
  const head = await readHead(file);
  const tenant: Tenant = { merchantId: head.merchant, livemode: head.livemode };
  const mode = head.livemode ? 'live' : 'test';
  const schemaVersion = await findSchemaVersion(db);
  if (head.schemaVersion !== schemaVersion) {
    throw new StartError(
      `import: the file is of the schema ${head.schemaVersion}, and this deployment has ${schemaVersion}. Bring both to the same version, and export again.`,
    );
  }
  if (head.departedAt === null && !formerIsGone) {
    throw new StartError(
      'import: the merchant still collects where the file comes from, and two deployments would charge its payers. Export it there with --departs; if that deployment is gone for good, import with --former-is-gone.',
    );
  }
  const state = await findChainState(db, head.livemode);
  if (state === null)
    throw new StartError(
      `import: this deployment has no chain in ${mode} mode yet. Configure it, and start the service once.`,
    );
  if (state.genesisHash !== head.genesisHash)
    throw new StartError(
      `import: the file is of the chain ${head.genesisHash}, and this deployment's is ${state.genesisHash}.`,
    );
  const delegates = await delegatesOf(head.livemode);

  return db.begin(async (tx) => {
    await beginBringing(tx);
    for await (const lines of readRowsOf(file)) await keepLines(tx, lines);
    await indexLines(tx);
    if (await isInUse(tx, tenant))
      throw new StartError(`import: ${tenant.merchantId} is here already in ${mode} mode.`);
    const foreign = await findForeignRow(tx, tenant, state.genesisHash);
    if (foreign !== null)
      throw new StartError(
        `import: a row of the kind ${foreign} is not of this merchant, mode or chain: the file was changed.`,
      );
    const leftOut = await leaveOut(tx, delegates);
    await proveAll(tx, head.livemode);
    const toAsk = await listToAsk(tx, delegates);
    if (toAsk.length > 0 && !askPayers) {
      throw new StartError(
        `import: subscriptions whose payers approved a key that is not here: ${toAsk.length}, ${toAsk[0]} among them. Add the former deployment's delegate to this one's keys; or import with --ask-payers, and each of these payers signs once before they are charged here.`,
      );
    }
    const brought = { ...tenant, now };
    const isNew = await insertBroughtMerchant(tx, brought);
    await requireTokens(tx, brought);
    await insertOffers(tx, brought);
    await insertMandates(tx, brought);
    const endpoints = await bringEndpoints(tx, tenant, secretKeys);
    const keys = isNew ? await firstKeys(tx, tenant.merchantId, now) : null;
    await startRecoveryFrom(tx, head.livemode, { now, fromSlot: head.seenSlot });
    return { ...tenant, ...(await countActive(tx)), leftOut, toAsk, keys, endpoints };
  });
}

/** Throws a StartError for a token that this deployment does not know. In test mode those that were made for the merchant come along. */
async function requireTokens(tx: Tx, brought: Brought): Promise<void> {
  if (!brought.livemode) await insertTestTokens(tx, brought);
  const unknown = await listUnknownTokens(tx, brought.livemode);
  if (unknown.length === 0) return;
  throw new StartError(
    `import: this deployment's registry lacks ${unknown.join(', ')}. Add what is missing with POST /v1/platform/tokens, and import again.`,
  );
}

/** Throws a StartError unless every active mandate's terms are those that its payer has signed. */
async function proveAll(tx: Tx, livemode: boolean): Promise<void> {
  for await (const batch of readToProve(tx)) {
    for (const mandate of batch) {
      // The local chain wrote the approval itself; no money of anybody's is there.
      if (mandate.isSimulated && !livemode && planReference(mandate) === mandate.reference) continue;
      if (await isProven(mandate)) continue;
      throw new StartError(
        `import: the file does not show that the payer of ${mandate.mandateId} agreed to its terms, so nothing was imported.`,
      );
    }
  }
}

/** Whether the reference is that of these terms, and the payer has signed a transaction that names it. */
async function isProven({ wires, reference, ...terms }: ToProve): Promise<boolean> {
  if (planReference(terms) !== reference) return false;
  for (const wire of wires) {
    const read = readTransaction(wire);
    if (
      read !== null &&
      read.accountKeys.includes(reference) &&
      (await isSignedBy(read, terms.payer as Address))
    )
      return true;
  }
  return false;
}

/** Endpoints keep their ids, addresses and filters; their secrets are new. */
async function bringEndpoints(
  tx: Tx,
  tenant: Tenant,
  secretKeys: SecretKeyRing,
): Promise<{ id: string; url: string; secret: string }[]> {
  const brought = await listBroughtEndpoints(tx);
  const made: { id: string; url: string; secret: string }[] = [];
  for (const endpoint of brought) {
    const { secret, ...stored } = newEndpointSecret(secretKeys, endpoint.id);
    await insertEndpoint(tx, { ...endpoint, ...tenant, events: endpoint.events as never, ...stored });
    made.push({ id: endpoint.id, url: endpoint.url, secret });
  }
  return made;
}
