import type { Notice, NoticeKind, NoticeOf } from '../../rules/notices/notice.ts';

/** Sat, 21 Nov 2026, 14:05 UTC. */
const AT = 1_795_269_900;

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
  // Merchants
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
