import { ACCOUNT_FAILURES, type AccountFailureCode } from '../../rules/failures.ts';
import type { Notice, NoticeKind, NoticeOf } from '../../rules/notices/notice.ts';

/** Sat, 21 Nov 2026, 14:05 UTC. */
const AT = 1_795_269_900;

/** What a payer pays for. */
const PAYMENT = {
  product: 'Filter club',
  token: { decimals: 6, symbol: 'USDC' },
  url: 'https://pay.example.com/wallet#man_1',
};

const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** How a sample is sent. */
export interface Sample {
  /** Distinguishes the samples of one kind; part of the golden file's name. */
  name: string;
  notice: Notice;
  /** In a merchant's name, with or without its brand; omitted: the deployment's own. */
  sender?: 'plain' | 'branded' | 'test';
  /** Whether there is a link to unsubscribe with. */
  canLeave?: boolean;
}

const TO_MEMBER = {
  merchant: 'Coffee Club',
  livemode: true,
  url: 'https://pay.example.com/dashboard',
} as const;
const ITEMS = [
  {
    name: 'Espresso <Club>',
    payer: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    amount: '12500000',
    decimals: 6,
    symbol: 'USDC',
  },
  {
    name: null,
    payer: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    amount: '1000000123',
    decimals: 6,
    symbol: 'EURC',
  },
] as const;

const of = <K extends NoticeKind>(notice: NoticeOf<K>) => notice;

/** At least one of every kind: a kind without is a type error. */
const SAMPLES_BY_KIND: {
  readonly [K in NoticeKind]: readonly (Omit<Sample, 'notice'> & { notice: NoticeOf<K> })[];
} = {
  // Accounts
  password_reset: [
    {
      name: 'usual',
      notice: { kind: 'password_reset', url: 'https://pay.example.com/dashboard/new-password#rst_4vJ9' },
    },
  ],
  email_change: [
    {
      name: 'usual',
      notice: {
        kind: 'email_change',
        email: 'new@coffee.example',
        url: 'https://pay.example.com/dashboard/confirm-email#emc_4vJ9',
      },
    },
  ],
  sign_in_changed: (
    ['password', 'email', 'second_factor_added', 'second_factor_removed', 'recovery_codes'] as const
  ).map((what) => ({
    name: what,
    notice: of<'sign_in_changed'>({
      kind: 'sign_in_changed',
      what,
      at: AT,
      url: 'https://pay.example.com/dashboard/security',
    }),
  })),
  // Team
  team_invitation: [
    {
      name: 'usual',
      notice: {
        kind: 'team_invitation',
        merchantName: 'Coffee Club',
        invitedBy: 'owner@coffee.example',
        role: 'finance',
        url: 'https://pay.example.com/dashboard/invitation#invite_5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsre',
        expiresAt: AT + 7 * 86_400,
      },
    },
  ],
  // Security of a merchant
  payout_wallet_change: (['waiting', 'changed', 'stopped'] as const).map((state) => ({
    name: state,
    notice: of<'payout_wallet_change'>({
      kind: 'payout_wallet_change',
      state,
      merchant: 'Coffee Club',
      present: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
      next: '7D6Aicob3R15EAEKGuS3cw4mUuryxvx3qydennYaN1vo',
      takesEffectAt: AT + 86_400,
      url: 'https://pay.example.com/dashboard/payout-wallet',
    }),
  })),
  // Payers
  payer_confirm: [
    {
      name: 'usual',
      sender: 'branded',
      notice: { kind: 'payer_confirm', url: 'https://pay.example.com/notices/confirm/pct_1.secret' },
    },
  ],
  payer_receipt: [
    {
      name: 'subscription',
      sender: 'branded',
      canLeave: true,
      notice: {
        ...PAYMENT,
        kind: 'payer_receipt',
        amount: '12500000',
        paidAt: AT,
        nextDueAt: AT + 30 * 86_400,
        receiptUrl: 'https://pay.example.com/receipt/chg_1/tag',
      },
    },
    {
      name: 'purchase',
      sender: 'test',
      canLeave: true,
      notice: {
        ...PAYMENT,
        product: null,
        kind: 'payer_receipt',
        amount: '900000',
        paidAt: AT,
        nextDueAt: null,
        receiptUrl: 'https://pay.example.com/receipt/chg_1/tag',
      },
    },
  ],
  payer_upcoming: [
    {
      name: 'usual',
      sender: 'plain',
      canLeave: true,
      notice: { ...PAYMENT, kind: 'payer_upcoming', amount: '12500000', dueAt: AT + 3 * 86_400 },
    },
  ],
  payer_failed: (Object.keys(ACCOUNT_FAILURES) as AccountFailureCode[]).map((cause) => ({
    name: cause,
    sender: 'plain',
    canLeave: true,
    notice: {
      ...PAYMENT,
      kind: 'payer_failed',
      wallet: WALLET,
      amount: '12500000',
      cause,
      retryAt: AT + 900,
    },
  })),
  payer_given_up: [
    ...(['insufficient_funds', 'allowance_short', 'mint_paused'] as const).map((cause) => ({
      name: cause,
      sender: 'branded' as const,
      canLeave: true,
      notice: {
        ...PAYMENT,
        kind: 'payer_given_up' as const,
        wallet: WALLET,
        amount: '12500000',
        cause,
        nextDueAt: AT + 10 * 86_400,
      },
    })),
    {
      name: 'last',
      sender: 'test',
      canLeave: true,
      notice: {
        ...PAYMENT,
        kind: 'payer_given_up',
        amount: '12500000',
        cause: 'insufficient_funds',
        nextDueAt: null,
      },
    },
  ],
  payer_authorization: [1, 7].map((payments) => ({
    name: payments === 1 ? 'one_payment' : 'several_payments',
    sender: 'branded',
    canLeave: true,
    notice: {
      ...PAYMENT,
      url: `${PAYMENT.url}/top-up`,
      kind: 'payer_authorization',
      remaining: `${12_500_000 * payments}`,
      payments,
      until: AT + 30 * 86_400,
    },
  })),
  payer_ended: (['payer', 'merchant', 'payment_failed', 'term'] as const).map((endedBy) => ({
    name: endedBy,
    sender: 'plain',
    canLeave: true,
    notice: { ...PAYMENT, kind: 'payer_ended', endedBy, endedAt: AT },
  })),
  payer_refund: [
    {
      name: 'usual',
      sender: 'branded',
      canLeave: true,
      notice: { ...PAYMENT, kind: 'payer_refund', amount: '5000000', refundedAt: AT },
    },
  ],
  // Merchants
  new_subscriptions: [
    {
      name: 'one',
      canLeave: true,
      notice: { kind: 'new_subscriptions', ...TO_MEMBER, count: 1, items: ITEMS.slice(0, 1) },
    },
    {
      name: 'many',
      canLeave: true,
      notice: { kind: 'new_subscriptions', ...TO_MEMBER, count: 1_204, items: ITEMS },
    },
  ],
  renewals_failed: [
    {
      name: 'some',
      canLeave: true,
      notice: { kind: 'renewals_failed', ...TO_MEMBER, count: 2, items: ITEMS },
    },
    {
      name: 'test',
      canLeave: true,
      notice: { kind: 'renewals_failed', ...TO_MEMBER, livemode: false, count: 1, items: ITEMS.slice(0, 1) },
    },
  ],
  renewals_lost: [
    { name: 'some', canLeave: true, notice: { kind: 'renewals_lost', ...TO_MEMBER, count: 2, items: ITEMS } },
  ],
  refunds_signed: [
    {
      name: 'one',
      canLeave: true,
      notice: { kind: 'refunds_signed', ...TO_MEMBER, count: 1, items: ITEMS.slice(1) },
    },
  ],
  refunds_failed: [
    {
      name: 'one',
      canLeave: true,
      notice: { kind: 'refunds_failed', ...TO_MEMBER, count: 1, items: ITEMS.slice(1) },
    },
  ],
  webhooks_exhausted: [
    {
      name: 'some',
      canLeave: true,
      notice: {
        kind: 'webhooks_exhausted',
        ...TO_MEMBER,
        count: 12,
        hosts: ['hooks.coffee.example', 'old.coffee.example'],
      },
    },
  ],
  daily_digest: [
    {
      name: 'usual',
      canLeave: true,
      notice: {
        kind: 'daily_digest',
        ...TO_MEMBER,
        day: AT,
        sums: [
          { symbol: 'USDC', decimals: 6, payments: 1_310, gross: '16375000000', refunds: '25000000' },
          { symbol: 'EURC', decimals: 6, payments: 1, gross: '9990000', refunds: '0' },
        ],
        newSubscriptions: 31,
        lostSubscriptions: 4,
      },
    },
    {
      name: 'without_payments',
      canLeave: true,
      notice: {
        kind: 'daily_digest',
        ...TO_MEMBER,
        day: AT,
        sums: [],
        newSubscriptions: 1,
        lostSubscriptions: 0,
      },
    },
  ],
  // Operators
  operator_alarm: (
    [
      ['fee_payer_low', 'live', 40],
      ['chain_halted', 'test', null],
      ['chain_behind', 'live', 312],
      ['charges_late', 'live', 5_400],
      ['disk_full', null, 93],
    ] as const
  ).map(([alarm, mode, value]) => ({
    name: alarm,
    notice: of<'operator_alarm'>({ kind: 'operator_alarm', alarm, mode, since: AT, value }),
  })),
  operator_relief: [
    {
      name: 'usual',
      notice: {
        kind: 'operator_relief',
        alarm: 'fee_payer_low',
        mode: 'live',
        since: AT,
        endedAt: AT + 7_200,
        value: null,
      },
    },
  ],
};

export const SAMPLES: readonly Sample[] = Object.values(SAMPLES_BY_KIND).flat();
