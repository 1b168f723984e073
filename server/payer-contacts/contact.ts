import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import { decryptSecret, encryptSecret, type SecretKeyRing } from '../lib/secret-box.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** Whose notices: a payer's wallet with one merchant in one mode. Never more than that, so no merchant gains by another's. */
export interface Subscriber extends Tenant {
  payer: string;
}

/** A row of `payer_contacts`. Real time. */
export interface ContactRow extends Subscriber {
  id: string;
  mandateId: string;
  box: Uint8Array;
  tag: Uint8Array;
  language: NoticeLanguage;
  shared: boolean;
  confirmHash: Uint8Array | null;
  confirmUntil: number | null;
  confirmedAt: number | null;
  createdAt: number;
}

/** The address in a row. */
export function addressOf(ring: SecretKeyRing, { id, box }: Pick<ContactRow, 'id' | 'box'>): string {
  return decryptSecret(ring, box, contactContext(id)).toString();
}

/** An address for the row `id`. */
export function boxOf(ring: SecretKeyRing, id: string, address: string): Buffer {
  return encryptSecret(ring, address, contactContext(id));
}

/** What the box of a row is encrypted for. */
export function contactContext(id: string): string {
  return `payer_contacts/${id}`;
}
