import type { TestKey } from './key.ts';
import type { TransactionReading } from './read-transaction.ts';

/** What the wallet asks the person: which account a page may see, or whether `account` is to sign. */
export type Question =
  /** `wanted` is the address that is chosen when the question opens; null for the one that was chosen before. */
  | { kind: 'connect' | 'switch'; accounts: readonly TestKey[]; wanted: string | null }
  | { kind: 'transaction'; account: TestKey; reading: TransactionReading }
  | { kind: 'message'; account: TestKey; text: string };
