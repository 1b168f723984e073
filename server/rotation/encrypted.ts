/** A column with secrets encrypted at rest. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The column that identifies a row, and the context of its box; null: such rows go by themselves within a day, and are left as they are. */
  row: { key: string; contextOf: (key: string) => string } | null;
  /** What people call them. */
  what: string;
}

/** Every column that `encryptSecret` writes; a test holds this to the sources. */
export const ENCRYPTED: readonly EncryptedColumn[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret_box',
    row: { key: 'id', contextOf: (id) => id },
    what: 'webhook secrets',
  },
  { table: 'idempotency_keys', column: 'body', row: null, what: 'stored responses' },
  { table: 'mails', column: 'box', row: null, what: 'mails that wait' },
];
