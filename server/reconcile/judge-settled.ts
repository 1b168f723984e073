import type { Address } from '@solana/kit';
import { matchMovement } from '../chain/find-landed.ts';
import { accountsOf, matchPayments, received } from '../chain/payment.ts';
import type { SettledTransaction } from '../chain/read-settled.ts';
import { chargeReference, refundReference } from '../chain/references.ts';
import type { Chain } from '../chain/rpc.ts';
import { readAllTransfers, type ReadTransfer } from '../chain/transfer.ts';
import type { Finding } from './finding.ts';
import type { SettledRow } from './queries.ts';
import { readIfThere } from './read-if-there.ts';

/**
 * What does not match in one transaction. `rows`: what it settles, or a part of that; `counted`: the places of all its transfers that settle
 * something. Throws `ChainUnavailableError`.
 */
export async function judgeSettled(
  chain: Chain,
  rows: readonly SettledRow[],
  counted: ReadonlySet<number>,
): Promise<Finding[]> {
  const [{ signature }] = rows as [SettledRow];
  const settled = await readIfThere(chain, signature);
  if (settled === null) {
    return rows.map((row) =>
      about(row, 'not_on_chain', 'the transaction that paid it is on no node, or did not succeed'),
    );
  }
  const judged = await Promise.all(rows.map((row) => judgeOne(settled, row)));
  return [...judged.flat(), ...findBesides(chain, settled, counted)];
}

async function judgeOne(settled: SettledTransaction, row: SettledRow): Promise<Finding[]> {
  if (!row.isPaid || row.paidBy !== row.signature) {
    const paid = row.paidBy === null ? 'as not paid' : `as paid by ${row.paidBy}`;
    return [about(row, 'contradiction', `the transfer is counted for it, and the books have it ${paid}`)];
  }
  const transfers = await transfersFor(settled, row);
  const places = transfers.map(({ instructionIndex }) => instructionIndex);
  if (row.instructionIndex === -1 ? places.length > 0 : places.includes(row.instructionIndex)) return [];
  return [about(row, 'differs', await describeDifference(settled, row))];
}

/** The transfers of the transaction that are exactly what the books say: accounts, token, reference and amount that arrived. */
async function transfersFor(
  { read, balanceOf }: SettledTransaction,
  row: SettledRow,
): Promise<ReadTransfer[]> {
  const { mint, tokenProgram, amount } = row;
  const { reference, source, destination } = await expectedOf(row);
  const plan = row.refundId === null ? row.plan : null;
  const movement = { source, destination, mint, tokenProgram, amountAtomic: null, plan };
  const moved = matchMovement(read, reference, movement);
  // The payer of a one-time order signs its transfer, under the mandate's own reference.
  const paid =
    row.chargeId !== null && row.sellMode === 'once'
      ? matchPayments(read, { ...row, source, destination })
      : [];
  const grownBy = balanceOf(destination)?.grownByAtomic ?? null;
  const all = [...moved, ...paid];
  // What arrived is what counts: a token may have begun to take a fee. An account that was closed in the transaction shows no balance.
  const arrived = grownBy === null || sendsOn(read, destination) ? all : received(read, all, grownBy);
  return arrived.filter(({ amountAtomic }) => amountAtomic === amount);
}

/** Whether the account also sent something in the transaction, so that its balance does not tell what arrived. */
function sendsOn(read: SettledTransaction['read'], account: Address): boolean {
  return readAllTransfers(read).some(({ source }) => source === account) || !read.isWhole;
}

async function expectedOf(row: SettledRow) {
  const { payer, payee, mint, tokenProgram, genesisHash, mandateId, periodIndex } = row;
  const isRefund = row.refundId !== null;
  const reference = isRefund
    ? refundReference(genesisHash, row.refundId!)
    : chargeReference(genesisHash, mandateId, periodIndex!);
  const between = isRefund ? { payer: payee, payee: payer } : { payer, payee };
  return { reference, ...(await accountsOf({ ...between, mint, tokenProgram, reference })) };
}

async function describeDifference({ read }: SettledTransaction, row: SettledRow): Promise<string> {
  const { source, destination } = await expectedOf(row);
  const there = readAllTransfers(read).find(
    ({ instructionIndex }) => instructionIndex === row.instructionIndex,
  );
  const expected = `${row.amount} atomic units of ${row.mint} from ${source} to ${destination}`;
  const found =
    there === undefined
      ? 'no transfer'
      : `${there.amountAtomic} atomic units of ${there.mint} from ${there.source} to ${there.destination}`;
  return `the books have ${expected} with its reference, and the chain has ${found} at this place`;
}

/** Transfers by our keys in the same transaction that settle nothing. */
function findBesides(chain: Chain, { read }: SettledTransaction, counted: ReadonlySet<number>): Finding[] {
  if (counted.has(-1)) return [];
  return readAllTransfers(read)
    .filter(
      ({ authority, isAuthoritySigner, instructionIndex }) =>
        isAuthoritySigner &&
        chain.delegates.some(({ address }) => address === authority) &&
        !counted.has(instructionIndex),
    )
    .map(({ instructionIndex, amountAtomic, source, destination }) => ({
      kind: 'not_in_books',
      signature: read.signature,
      instructionIndex,
      merchantId: null,
      objectId: null,
      message: `our key moved ${amountAtomic} atomic units from ${source} to ${destination}, which settle no charge and no refund`,
    }));
}

function about(row: SettledRow, kind: Finding['kind'], message: string): Finding {
  const { signature, instructionIndex, merchantId, chargeId, refundId } = row;
  return { kind, signature, instructionIndex, merchantId, objectId: chargeId ?? refundId, message };
}
