import type { Address, Signature } from '@solana/kit';
import { listLandedByReference } from '../chain/find-landed.ts';
import { findPayments } from '../chain/payment.ts';
import { refundReference } from '../chain/references.ts';
import { ask, type Chain } from '../chain/rpc.ts';
import { readAllTransfers } from '../chain/transfer.ts';
import type { Sql } from '../db/connect.ts';
import { chunksOf } from '../lib/chunks.ts';
import { refundMovement } from '../refunds/refund-terms.ts';
import type { Finding } from './finding.ts';
import { judgeSettled } from './judge-settled.ts';
import {
  hasSoldBefore,
  listCounted,
  listOpenRefunds,
  listOrders,
  listSettled,
  listUnsettled,
  type Range,
  type SettledCursor,
  type SettledRow,
} from './queries.ts';
import { readIfThere } from './read-if-there.ts';

export interface ReconcileOptions {
  /** Called with each finding as it is found. */
  onFinding: (finding: Finding) => void;
  /** Called about every second with how many settlements and transactions were looked at so far. May throw, to stop. */
  onProgress?: (checked: number) => Promise<void>;
}

/** Settlements of a page; their transactions are read from the chain. */
const PAGE = 200;
/** The limit of `getSignaturesForAddress`. */
const SIGNATURES = 1_000;
/** Simultaneous reads: public nodes reject more than a few from one address. */
const PARALLEL_READS = 5;

/**
 * Holds the books of a mode against its chain, both ways: what was recorded as settled in the range must be on chain exactly so, and what our
 * keys moved in it, and payers and payees with our references, must be in the books. Returns how many settlements and transactions it looked at. Throws
 * `ChainUnavailableError` if a node is needed and none answers.
 */
export async function reconcile(
  { db, chain }: { db: Sql; chain: Chain },
  range: Range,
  { onFinding, onProgress = async () => {} }: ReconcileOptions,
): Promise<{ checked: number }> {
  if (!(await hasSoldBefore(db, chain.livemode, range.to))) return { checked: 0 };
  let checked = 0;
  const look = async (findings: readonly Finding[], count: number) => {
    for (const finding of findings) onFinding(finding);
    checked += count;
    await onProgress(checked);
  };
  for await (const page of pagesOfSettled(db, chain.livemode, range)) {
    const bySignature = [...Map.groupBy(page, ({ signature }) => signature)];
    const counted = await listCounted(
      db,
      bySignature.map(([signature]) => signature),
    );
    const judged = await inParallel(bySignature, ([signature, rows]) =>
      judgeSettled(chain, rows, counted.get(signature) ?? new Set()),
    );
    await look(judged.flat(), page.length);
  }
  for (const delegate of chain.delegates) {
    for await (const signatures of pagesOfSigned(chain, delegate.address, range)) {
      await look(await findUncounted({ db, chain }, signatures), signatures.length);
    }
  }
  await look(await findUnsettled(db, chain.livemode, range), 0);
  for (const refund of await listOpenRefunds(db, chain.livemode, range)) {
    await look(await findLandedRefund({ db, chain }, refund), 1);
  }
  for await (const orders of pagesOfOrders(db, chain.livemode, range)) {
    const found = await inParallel(orders, (order) => findUncountedPayments({ db, chain }, order));
    await look(found.flat(), orders.length);
  }
  return { checked };
}

async function* pagesOfSettled(db: Sql, livemode: boolean, range: Range): AsyncGenerator<SettledRow[]> {
  let after: SettledCursor | null = null;
  for (;;) {
    const page: SettledRow[] = await listSettled(db, livemode, range, { after, take: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!;
  }
}

async function* pagesOfOrders(db: Sql, livemode: boolean, range: Range) {
  let after: string | null = null;
  for (;;) {
    const page = await listOrders(db, livemode, range, { after, take: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** The signatures of successful transactions that name `address`, of blocks in the range, newest first. */
async function* pagesOfSigned(
  chain: Chain,
  address: Address,
  { from, to }: Range,
): AsyncGenerator<Signature[]> {
  let before: Signature | undefined;
  for (;;) {
    const entries = await ask(chain, (rpc) =>
      rpc.getSignaturesForAddress(address, {
        commitment: chain.commitment,
        limit: SIGNATURES,
        ...(before === undefined ? {} : { before }),
      }),
    );
    const isIn = (time: bigint | null) => time === null || (Number(time) >= from && Number(time) < to);
    yield entries
      .filter(({ err, blockTime }) => err === null && isIn(blockTime))
      .map(({ signature }) => signature);
    const last = entries.at(-1);
    if (last === undefined || entries.length < SIGNATURES) return;
    if (last.blockTime !== null && Number(last.blockTime) < from) return;
    before = last.signature;
  }
}

/** What our keys moved in these transactions and the books do not have. One with a settlement is read with its settlements. */
async function findUncounted(
  { db, chain }: { db: Sql; chain: Chain },
  signatures: readonly Signature[],
): Promise<Finding[]> {
  const counted = await listCounted(db, signatures);
  const unknown = signatures.filter((signature) => !counted.has(signature));
  const found = await inParallel(unknown, async (signature): Promise<Finding[]> => {
    const settled = await readIfThere(chain, signature);
    if (settled === null) return [];
    const isOurs = (authority: Address) => chain.delegates.some(({ address }) => address === authority);
    return readAllTransfers(settled.read)
      .filter(({ authority, isAuthoritySigner }) => isAuthoritySigner && isOurs(authority))
      .map(({ instructionIndex, amountAtomic, source, destination }) => ({
        kind: 'not_in_books',
        signature,
        instructionIndex,
        merchantId: null,
        objectId: null,
        message: `our key moved ${amountAtomic} atomic units from ${source} to ${destination}, which settle no charge and no refund`,
      }));
  });
  return found.flat();
}

async function findUnsettled(db: Sql, livemode: boolean, range: Range): Promise<Finding[]> {
  const rows = await listUnsettled(db, livemode, range);
  return rows.map(({ id, merchantId, signature }) => ({
    kind: 'not_settled',
    signature,
    instructionIndex: null,
    merchantId,
    objectId: id,
    message: 'it counts as paid, but no transfer is counted for it',
  }));
}

type OpenRefund = Awaited<ReturnType<typeof listOpenRefunds>>[number];

async function findLandedRefund(
  { db, chain }: { db: Sql; chain: Chain },
  refund: OpenRefund,
): Promise<Finding[]> {
  const reference = refundReference(refund.genesisHash, refund.id);
  const movement = await refundMovement({ ...refund, amountAtomic: refund.amount, reference });
  const landed = await listLandedByReference(chain, reference, movement);
  return withoutCounted(db, landed, ({ signature, instructionIndex }) => ({
    kind: 'not_in_books',
    signature,
    instructionIndex,
    merchantId: refund.merchantId,
    objectId: refund.id,
    message: 'the refund moved on chain, and does not count as succeeded',
  }));
}

type Order = Awaited<ReturnType<typeof listOrders>>[number];

async function findUncountedPayments(
  { db, chain }: { db: Sql; chain: Chain },
  order: Order,
): Promise<Finding[]> {
  const { payments } = await findPayments(
    chain,
    { ...order, minAmountAtomic: order.amountPerPeriod },
    { examined: new Set(), maxTransactions: 100 },
  );
  return withoutCounted(db, payments, ({ signature, instructionIndex }) => ({
    kind: 'not_in_books',
    signature,
    instructionIndex,
    merchantId: order.merchantId,
    objectId: order.id,
    message: 'its payer paid the order on chain, and no charge counts the payment',
  }));
}

async function withoutCounted<T extends { signature: Signature; instructionIndex: number }>(
  db: Sql,
  landed: readonly T[],
  toFinding: (one: T) => Finding,
): Promise<Finding[]> {
  if (landed.length === 0) return [];
  const counted = await listCounted(
    db,
    landed.map(({ signature }) => signature),
  );
  const isCounted = ({ signature, instructionIndex }: T) => {
    const places = counted.get(signature);
    return places !== undefined && (places.has(instructionIndex) || places.has(-1));
  };
  return landed.filter((one) => !isCounted(one)).map(toFinding);
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf([...items], PARALLEL_READS)) {
    results.push(...(await Promise.all(some.map(work))));
  }
  return results;
}
