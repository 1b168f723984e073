import type { Request } from 'express';
import { ApiError } from '../../../rules/api-error.ts';
import { recipientOf } from '../../../rules/receipts/recipient.ts';
import type { Deployment } from '../../deployment.ts';
import { setRecipient } from '../../receipts/printed-queries.ts';
import { getReceiptCharge, readPrintedReceipt } from '../../receipts/printed.ts';
import type { Page, Pages } from '../document.ts';
import { noticePage } from '../notice.ts';
import { languageFor } from './language.ts';
import { receiptPage, type Refused } from './receipt-page.ts';

export const RECEIPT_ROUTE = '/receipt/:id/:tag';

/** The receipt of a charge, for whoever holds its address. */
export function receiptPages(deployment: Deployment): Pages {
  return { [RECEIPT_ROUTE]: (req) => orMissing(req, () => showReceipt(deployment, req)) };
}

/**
 * Takes a name that a payer wants on a receipt, or takes it off. Returns where to go on, or the page that says what is wrong. `form` is what
 * the form sent.
 */
export async function takeRecipient(
  deployment: Deployment,
  req: Request,
  form: URLSearchParams,
): Promise<Page | { redirect: string }> {
  const done = async () => {
    const charge = await chargeOf(deployment, req);
    const [name, address] = [form.get('name') ?? '', form.get('address') ?? ''];
    const recipient = form.get('do') === 'remove' ? null : recipientOf(name, address);
    if (recipient !== null && 'fault' in recipient)
      return showReceipt(deployment, req, { ...recipient, name, address });
    await setRecipient(deployment.db, charge, recipient, deployment.clock.seconds());
    return { redirect: `${req.path}?lang=${languageFor(req).code}` };
  };
  return orMissing(req, done);
}

function chargeOf(deployment: Deployment, { params }: Request) {
  return getReceiptCharge(deployment, String(params['id']), String(params['tag']));
}

async function showReceipt(
  deployment: Deployment,
  req: Request,
  refused: Refused | null = null,
): Promise<Page> {
  const receipt = await readPrintedReceipt(deployment, await chargeOf(deployment, req));
  return receiptPage(receipt, languageFor(req), { path: req.path, refused });
}

async function orMissing<T>(req: Request, work: () => Promise<T>): Promise<T | Page> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'resource_missing')) throw error;
    const spoken = languageFor(req);
    const { missingHeading, missing, missingWay, yourPayments } = spoken.catalogue.receipt;
    const ways = [{ href: '/wallet', label: yourPayments }];
    return noticePage(404, missingHeading, [missing, missingWay], spoken, ways);
  }
}
