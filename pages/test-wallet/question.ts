import type { TransactionReading } from './read-transaction.ts';

/** What the wallet asks the person. `address` is the wallet's own. */
export type Question =
  | { kind: 'connect'; address: string }
  | { kind: 'transaction'; address: string; reading: TransactionReading }
  | { kind: 'message'; address: string; text: string };
