import { common } from '../words/here.ts';
import type { Brand } from './brand.tsx';

/** Where payers turn to if something did not work: the seller's page, or address. Nothing if the seller has said neither. */
export function Support({ brand, merchantName }: { brand: Brand; merchantName: string }) {
  const { supportUrl, supportEmail } = brand;
  if (supportUrl === null && supportEmail === null) return null;
  return (
    <p class="support small">
      {common.questions(<bdi>{merchantName}</bdi>)}{' '}
      {supportUrl !== null && (
        <a href={supportUrl} target="_blank" rel="noopener noreferrer">
          {new URL(supportUrl).host}
        </a>
      )}
      {supportUrl !== null && supportEmail !== null && ' · '}
      {supportEmail !== null && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
    </p>
  );
}
