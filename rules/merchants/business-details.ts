import { invalid } from '../api-error.ts';
import { isCleanName } from '../display-name.ts';

/** What receipts say of a merchant's business. */
export interface BusinessDetails {
  legalName: string | null;
  /** None of them is empty. */
  addressLines: readonly string[];
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  taxId: string | null;
  /** May have several lines. */
  receiptNote: string | null;
}

/** The same, as a request says it. */
export interface RequestedDetails {
  legalName?: string | null | undefined;
  addressLines?: readonly string[] | undefined;
  country?: string | null | undefined;
  taxId?: string | null | undefined;
  receiptNote?: string | null | undefined;
}

export const NO_DETAILS: BusinessDetails = {
  legalName: null,
  addressLines: [],
  country: null,
  taxId: null,
  receiptNote: null,
};

/** What is kept of a request. Throws parameter_invalid for what payers could take for a link, and for a country that is none. */
export function businessDetailsOf(request: RequestedDetails): BusinessDetails {
  const { country = null } = request;
  if (country !== null && !isCountry(country))
    throw invalid('country', 'must be the two capital letters of a country, such as DE or US');
  return {
    legalName: plain('legalName', request.legalName),
    addressLines: (request.addressLines ?? []).flatMap((line) => plain('addressLines', line) ?? []),
    country,
    taxId: plain('taxId', request.taxId),
    receiptNote: plain('receiptNote', request.receiptNote),
  };
}

/** Trimmed; null for nothing. */
function plain(param: string, text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  if (trimmed.split(/\r?\n/).every((line) => line.trim() === '' || isCleanName(line))) return trimmed;
  throw invalid(
    param,
    'is shown to payers, who must not take it for a link: leave out web and e-mail addresses (a dot between words makes one, as in "Books.com"), emoji, and characters that cannot be seen',
  );
}

function isCountry(code: string): boolean {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
}

/** As the API shows it. `createdAt` is the merchant's; `updatedAt` null if nothing was ever set. */
export function presentBusinessDetails(
  { legalName, addressLines, country, taxId, receiptNote }: BusinessDetails,
  { livemode, createdAt, updatedAt }: { livemode: boolean; createdAt: number; updatedAt: number | null },
) {
  return {
    object: 'business_details' as const,
    livemode,
    createdAt,
    updatedAt,
    legalName,
    addressLines: [...addressLines],
    country,
    taxId,
    receiptNote,
  };
}
