/**
 * The prefix of each kind of id. An id is its prefix and the base58 of a UUIDv7: unique, and sorted by time
 * unless it is derived.
 */
export const ID_PREFIXES = {
  merchant: 'mer_',
  mandate: 'man_',
  charge: 'chg_',
  attempt: 'att_',
  refund: 'ref_',
  event: 'evt_',
  webhookEndpoint: 'whe_',
  webhookDelivery: 'dlv_',
  tokenRequest: 'tkr_',
  paymentLink: 'lnk_',
  product: 'prd_',
  subscriptionPlan: 'spl_',
  account: 'acc_',
  invitation: 'inv_',
  session: 'ses_',
  apiKey: 'key_',
  walletSession: 'wse_',
  passkey: 'pky_',
  topUp: 'top_',
  auditEntry: 'aud_',
  payerContact: 'pct_',
  request: 'req_',
  mail: 'mail_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
