import { ApiError } from '../api-error.ts';

/** When the rows of a list were created: from and to, both included, in Unix seconds of the merchant's time. */
export interface CreatedRange {
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
}

/** Throws parameter_invalid for a range that ends before it begins. */
export function checkCreatedRange({ createdFrom = 0, createdTo = Infinity }: CreatedRange): void {
  if (createdFrom <= createdTo) return;
  throw new ApiError('parameter_invalid', {
    param: 'createdFrom',
    message: 'createdFrom must not be after createdTo.',
  });
}
