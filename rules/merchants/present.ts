/** What the API shows of a merchant's row. */
export interface ShownMerchant {
  id: string;
  createdAt: number;
  name: string;
  email: string | null;
  payoutWallet: string | null;
  payoutWalletVerifiedAt: number | null;
  /** Proven for test mode alone; null where test mode has the live one. */
  testPayoutWallet: string | null;
  testPayoutWalletVerifiedAt: number | null;
  /** A change that waits; null without one. */
  pendingPayoutWallet: string | null;
  pendingPayoutWalletProvenAt: number | null;
  pendingPayoutWalletFrom: number | null;
}

/** A merchant as the platform's owner sees it. */
export function presentPlatformMerchant(
  row: ShownMerchant & { approvedAt: number | null },
  livemode: boolean,
) {
  const status = row.approvedAt === null ? ('pending' as const) : ('approved' as const);
  return { ...presentMerchant(row, livemode), status };
}

/** A merchant as the API shows it in one mode. */
export function presentMerchant(row: ShownMerchant, livemode: boolean) {
  return {
    object: 'merchant' as const,
    id: row.id,
    livemode,
    createdAt: row.createdAt,
    name: row.name,
    email: row.email,
    ...payoutWalletOf(row, livemode),
    ...pendingChangeOf(row),
  };
}

/** The change of the payout wallet that waits, if there is one. It counts for both modes. */
function pendingChangeOf(row: ShownMerchant) {
  const { pendingPayoutWallet: address, pendingPayoutWalletProvenAt, pendingPayoutWalletFrom } = row;
  if (address === null) return {};
  return {
    pendingPayoutWallet: {
      address,
      provenAt: pendingPayoutWalletProvenAt!,
      takesEffectAt: pendingPayoutWalletFrom!,
    },
  };
}

/** The payout wallet of a mode, and when it was proven. What was proven for test mode alone is never that of live mode. */
export function payoutWalletOf(
  row: Pick<
    ShownMerchant,
    'payoutWallet' | 'payoutWalletVerifiedAt' | 'testPayoutWallet' | 'testPayoutWalletVerifiedAt'
  >,
  livemode: boolean,
): { payoutWallet: string | null; payoutWalletVerifiedAt: number | null } {
  const { payoutWallet, payoutWalletVerifiedAt, testPayoutWallet, testPayoutWalletVerifiedAt } = row;
  return livemode || testPayoutWallet === null
    ? { payoutWallet, payoutWalletVerifiedAt }
    : { payoutWallet: testPayoutWallet, payoutWalletVerifiedAt: testPayoutWalletVerifiedAt };
}
