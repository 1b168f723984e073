import { must } from './must.ts';

/** SPL token amounts are unsigned 64-bit integers. */
const U64_MAX = 18_446_744_073_709_551_615n;
/** The service accepts tokens with at most this many decimals. */
const MAX_DECIMALS = 12;

/**
 * An amount as people write it, in the atomic units of a token with `decimals` decimals: `toAtomic('12.50',
 * 6)` is '12500000', which is what the API takes. Digits with at most one point; no sign, exponent, space or
 * thousands separator. Throws TypeError for anything else, RangeError for more decimals than the token has
 * (zeros at the end do not count) and for more than a token account can hold.
 */
export function toAtomic(amount: string, decimals: number): string {
  mustBeDecimals(decimals);
  const [, whole = '', fraction = ''] =
    (typeof amount === 'string' && /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(amount)) || [];
  must(whole !== '', 'amount', "a decimal string such as '12.50'");
  const digits = withoutZeros(fraction);
  if (digits.length > decimals)
    throw new RangeError(`amount has more than the token's ${decimals} decimals.`);
  const atomic = BigInt(whole + digits.padEnd(decimals, '0'));
  if (atomic > U64_MAX) throw new RangeError('amount is more than a token account can hold.');
  return String(atomic);
}

/**
 * An amount of the API as people read it: `fromAtomic('12500000', 6)` is '12.5', and '12.50' with
 * `minDecimals` 2. No rounding, no separators. Throws TypeError for anything but a whole number (a bigint, or
 * digits with a minus for a decrease).
 */
export function fromAtomic(
  amount: string | bigint,
  decimals: number,
  { minDecimals = 0 }: { minDecimals?: number } = {},
): string {
  mustBeDecimals(decimals);
  must(
    Number.isInteger(minDecimals) && minDecimals >= 0 && minDecimals <= decimals,
    'minDecimals',
    `a whole number from 0 to the token's ${decimals} decimals`,
  );
  must(
    typeof amount === 'bigint' || (typeof amount === 'string' && /^-?\d{1,80}$/.test(amount)),
    'amount',
    "a bigint or digits, in atomic units, such as '12500000'",
  );
  const atomic = BigInt(amount);
  const digits = String(atomic < 0n ? -atomic : atomic).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = withoutZeros(digits.slice(point)).padEnd(minDecimals, '0');
  return `${atomic < 0n ? '-' : ''}${digits.slice(0, point)}${fraction && `.${fraction}`}`;
}

/** Digits without the zeros at their end. */
function withoutZeros(digits: string): string {
  return /^\d*[1-9]/.exec(digits)?.[0] ?? '';
}

function mustBeDecimals(decimals: number): void {
  must(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS,
    'decimals',
    `a whole number from 0 to ${MAX_DECIMALS}`,
  );
}
