/** The largest amount that a token account can hold or an instruction can carry. */
export const U64_MAX = 2n ** 64n - 1n;

const REQUEST_AMOUNT = /^[1-9][0-9]{0,19}$/;

/** Atomic units from a request's decimal string; null unless it is a positive whole number up to u64 max. */
export function parseAmount(text: string): bigint | null {
  if (!REQUEST_AMOUNT.test(text)) return null;
  const amountAtomic = BigInt(text);
  return amountAtomic <= U64_MAX ? amountAtomic : null;
}

/** The sum, capped at u64 max: an approval cannot hold more, so a larger budget means "all of it". */
export function saturatingU64(amountAtomic: bigint): bigint {
  return amountAtomic > U64_MAX ? U64_MAX : amountAtomic;
}

/** Atomic units as a decimal number for people, such as `12.5` for 12500000n with 6 decimals. Never parsed again. */
export function formatUnits(amountAtomic: bigint, decimals: number): string {
  const sign = amountAtomic < 0n ? '-' : '';
  const digits = (amountAtomic < 0n ? -amountAtomic : amountAtomic).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = /^\d*[1-9]/.exec(digits.slice(digits.length - decimals))?.[0] ?? '';
  return fraction ? `${sign}${whole}.${fraction}` : sign + whole;
}
