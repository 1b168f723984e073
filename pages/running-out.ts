/**
 * With this many covered payments or fewer, a payer is told that an approval runs out and can renew it.
 * Whoever looks once a period still has one payment's time to act.
 */
export const FEW_PAYMENTS = 2;
