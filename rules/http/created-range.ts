import { ApiError } from '../api-error.ts';

/** When the rows of a list were created: from and to, both included, in Unix seconds of the merchant's time. */
export interface CreatedRange {
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
}

/** When charges were paid: from and to, both included, in Unix seconds of the merchant's time. */
export interface PaidRange {
  paidFrom?: number | undefined;
  paidTo?: number | undefined;
}

/** Throws parameter_invalid for a range that ends before it begins. */
export function checkCreatedRange({ createdFrom, createdTo }: CreatedRange): void {
  checkRange('createdFrom', createdFrom, 'createdTo', createdTo);
}

/** The same of when charges were paid. */
export function checkPaidRange({ paidFrom, paidTo }: PaidRange): void {
  checkRange('paidFrom', paidFrom, 'paidTo', paidTo);
}

function checkRange(param: string, from = 0, toName: string, to = Infinity): void {
  if (from <= to) return;
  throw new ApiError('parameter_invalid', { param, message: `${param} must not be after ${toName}.` });
}
