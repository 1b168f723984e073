import { common } from '../words/here.ts';

/** Leads to the receipt of a payment, in a tab of its own; nothing where there is none. */
export function ReceiptLink({ url }: { url: string | null | undefined }) {
  if (!url) return null;
  return (
    <a class="button button--quiet" href={url} target="_blank" rel="noreferrer">
      {common.receiptToPrint}
    </a>
  );
}
