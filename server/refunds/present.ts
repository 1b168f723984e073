import { presentRefund as present } from '../../rules/refunds/present.ts';
import type { RefundRow } from './queries.ts';

/** A refund as the API shows it, with its transaction while it awaits the payee's signature. */
export function presentRefund(row: RefundRow) {
  const waits = row.status === 'pending' && row.signer === 'payee' && row.issuedWire !== null;
  return present(row, row.bought, waits ? Buffer.from(row.issuedWire!).toString('base64') : null);
}
