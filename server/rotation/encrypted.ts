import { contextOf } from '../accounts/authenticator-app.ts';
import { contactContext } from '../payer-contacts/contact.ts';

/** A column with secrets encrypted at rest. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The column that identifies a row, and the context of its box; null: such rows go by themselves within a day, and are left as they are. */
  row: { key: string; contextOf: (key: string) => string } | null;
  /** Where not every row of the column has a box: SQL that tells. */
  where?: string;
  /** What people call them. */
  what: string;
}

/** Every column that `encryptSecret` writes; a test holds this to the sources. */
export const ENCRYPTED: readonly EncryptedColumn[] = [
  {
    table: 'authenticator_apps',
    column: 'secret',
    row: { key: 'account_id', contextOf },
    what: 'secrets of authenticator apps',
  },
  {
    table: 'factor_challenges',
    column: 'content',
    row: null,
    where: "purpose = 'add_app'",
    what: 'authenticator apps that are being added',
  },
  {
    table: 'webhook_endpoints',
    column: 'secret_box',
    row: { key: 'id', contextOf: (id) => id },
    what: 'webhook secrets',
  },
  {
    table: 'payer_contacts',
    column: 'box',
    row: { key: 'id', contextOf: contactContext },
    what: 'addresses of payers',
  },
  { table: 'idempotency_keys', column: 'body', row: null, what: 'stored responses' },
  { table: 'mails', column: 'box', row: null, what: 'mails that wait' },
];
