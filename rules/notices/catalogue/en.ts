import type { Alarm, MerchantHappenings, SignInChanged } from '../notice.ts';
import { payerNotices } from './payer-en.ts';
import type { Role } from '../../merchants/role.ts';
import type { NoticeCatalogue } from '../words.ts';
import type { NoticeWriter } from '../writer.ts';

const modeOf = ({ mode }: Alarm) => (mode === null ? '' : ` (${mode} mode)`);

const ALARMS: Record<Alarm['alarm'], string> = {
  fee_payer_low: 'the fee payer runs low',
  chain_halted: 'a chain is halted',
  chain_behind: 'the chain is behind',
  charges_late: 'charges are late',
  disk_full: 'the disk is nearly full',
};

function aboutAlarm({ alarm, value }: Alarm, write: NoticeWriter): readonly string[] {
  const number = write.count(value ?? 0);
  switch (alarm) {
    case 'fee_payer_low':
      return [
        `The fee payer can pay for about ${number} more charges. At 0 nothing is charged, and subscriptions wait.`,
        'Send SOL to it: npm run doctor names its address.',
      ];
    case 'chain_halted':
      return [
        'A person must look: nothing is charged or refunded there until the halt is cleared. Nothing is lost meanwhile, since what is due waits.',
        'See "A halted chain" in docs/operations.md.',
      ];
    case 'chain_behind':
      return [
        `The nodes have shown nothing new for ${write.duration(value ?? 0)}. Charges wait until they do.`,
        'npm run doctor says which node does not answer.',
      ];
    case 'charges_late':
      return [
        `The oldest charge that is due has waited for ${write.duration(value ?? 0)}. Usually it takes seconds.`,
        'The log of the worker says what it waits for; npm run doctor looks at the rest.',
      ];
    case 'disk_full':
      return [
        `${number} % of the disk that holds the data directory is in use. A database that cannot write stops everything.`,
        'Make room, or give it a larger disk.',
      ];
  }
}

const SIGN_IN_CHANGES: Record<SignInChanged['what'], string> = {
  password: 'Your password was changed',
  email: 'Your e-mail address was changed',
  second_factor_added: 'A second factor was added to your account',
  second_factor_removed: 'A second factor was removed from your account',
  recovery_codes: 'Your recovery codes were replaced',
};

function counted(count: number, one: string, more: string, write: NoticeWriter): string {
  return `${write.count(count)} ${count === 1 ? one : more}`;
}

/** Which payments, the first of them each on a line, and where the rest is. */
function aboutPayments({ count, items, url }: MerchantHappenings, write: NoticeWriter, label: string) {
  const lines = items.map(({ name, payer, amount, ...token }) =>
    [...(name === null ? [] : [write.name(name)]), write.price(amount, token), write.address(payer)].join(
      ' · ',
    ),
  );
  const more = count - items.length;
  return {
    list: more > 0 ? [...lines, `and ${write.count(more)} more`] : lines,
    button: { label, url },
  };
}

const ROLES: Record<Role, string> = {
  owner: 'do everything, as an owner',
  admin: 'do everything but change the payout wallet and the owners',
  developer: 'read everything, and look after API keys, webhooks, links and products',
  finance: 'read everything, refund payments and cancel subscriptions',
  viewer: 'read everything, and change nothing',
};

/** Mails in English. */
export const en: NoticeCatalogue = {
  notices: {
    // Accounts
    password_reset: ({ url }) => ({
      subject: 'A new password',
      paragraphs: [
        'Somebody asked for a new password for your account. If it was you, set one here. The link is good once, and for 30 minutes.',
      ],
      button: { label: 'Set a new password', url },
      after: ['If it was not you, do nothing: your password stays as it is.'],
    }),
    email_change: ({ email, url }) => ({
      subject: 'Confirm a change of e-mail address',
      paragraphs: [
        `Your account is to be signed in to with ${email} from now on. The change counts once it is confirmed from the old address and from the new one, within a day.`,
      ],
      button: { label: 'Confirm the change', url },
      after: [
        'If it was not you, do not confirm it. Sign in and change your password: whoever asked for this knows it.',
      ],
    }),
    sign_in_changed: ({ what, at, url }, write) => ({
      subject: SIGN_IN_CHANGES[what],
      paragraphs: [`${SIGN_IN_CHANGES[what]}. If it was you, there is nothing to do.`],
      facts: [['When', write.moment(at)]],
      button: { label: 'Look at your account', url },
      after: ['If it was not you, set a new password, sign out everywhere, and look at your second factors.'],
    }),
    // Team
    team_invitation: (notice, write) => ({
      subject: `You are invited to the team of ${write.name(notice.merchantName)}`,
      paragraphs: [
        `${notice.invitedBy} invites you to join the team of ${write.name(notice.merchantName)}. You may then ${ROLES[notice.role]}.`,
      ],
      button: { label: 'Join the team', url: notice.url },
      after: [
        `The link is good once, until ${write.moment(notice.expiresAt)}. Whoever has it can join in your place: do not pass it on.`,
        'You do not know who this is? Ignore this mail, and nothing happens.',
      ],
    }),
    // Security of a merchant
    payout_wallet_change: (notice, write) => {
      const merchant = write.name(notice.merchant);
      const from = write.moment(notice.takesEffectAt);
      const wallets = [
        ['Wallet now', notice.state === 'changed' ? notice.next : notice.present],
        [
          notice.state === 'changed' ? 'Wallet before' : 'Wallet asked for',
          notice.state === 'changed' ? notice.present : notice.next,
        ],
      ] as const;
      switch (notice.state) {
        case 'waiting':
          return {
            subject: `The payout wallet of ${merchant} will change: stop it if it was none of you`,
            paragraphs: [
              `Somebody who signed in as an owner or admin of ${merchant} asked to be paid to another wallet. No second factor and no signature of the present wallet stands behind it, so it waits for 24 hours.`,
              'Until then all payments go to the present wallet. If nobody of you asked for it, stop it now and change your passwords.',
            ],
            facts: [['Takes effect', from], ...wallets],
            button: { label: 'Look at it, or stop it', url: notice.url },
          };
        case 'changed':
          return {
            subject: `The payout wallet of ${merchant} has changed`,
            paragraphs: [
              `New payments to ${merchant} go to another wallet from now on. Subscriptions that existed before keep the wallet they were made with.`,
            ],
            facts: wallets,
            button: { label: 'Look at it', url: notice.url },
            after: [
              'If nobody of you asked for it, change your passwords at once and set the right wallet again.',
            ],
          };
        case 'stopped':
          return {
            subject: `The change of the payout wallet of ${merchant} was stopped`,
            paragraphs: ['The payout wallet stays as it is. Nothing was paid to the other wallet.'],
            facts: wallets,
            button: { label: 'Look at it', url: notice.url },
            after: [
              'If you did not ask for the change, somebody may know a password of your team: change them.',
            ],
          };
      }
    },
    // Payers
    ...payerNotices,
    // Merchants
    new_subscriptions: (notice, write) => ({
      ...aboutPayments(notice, write, 'See your subscriptions'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'new subscription', 'new subscriptions', write)}`,
      paragraphs: [
        notice.count === 1
          ? 'Somebody has subscribed, and approved what you may collect.'
          : 'They have approved what you may collect.',
      ],
    }),
    renewals_failed: (notice, write) => ({
      ...aboutPayments(notice, write, 'See what failed'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'payment', 'payments', write)} failed`,
      paragraphs: [
        'Nothing is lost yet: each is tried again by itself. The dashboard says why it failed, when it is tried next, and what you may tell the payer.',
      ],
    }),
    renewals_lost: (notice, write) => ({
      ...aboutPayments(notice, write, 'See what was lost'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'payment', 'payments', write)} lost`,
      paragraphs: [
        'These were tried as often as you chose, are given up, and are never charged later. Their subscriptions have ended, unless you chose that they go on with the next period.',
      ],
    }),
    refunds_signed: (notice, write) => ({
      ...aboutPayments(notice, write, 'See your refunds'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'refund', 'refunds', write)} sent`,
      paragraphs: ['The money has gone from your wallet to the payer, and the transfer is final.'],
    }),
    refunds_failed: (notice, write) => ({
      ...aboutPayments(notice, write, 'See your refunds'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'refund', 'refunds', write)} failed`,
      paragraphs: ['No money has moved. The dashboard says why, and you can refund again.'],
    }),
    webhooks_exhausted: (notice, write) => ({
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'webhook', 'webhooks', write)} never arrived`,
      paragraphs: [
        'Your server did not take them, however often they were sent. No money is affected, but your own system does not know what happened.',
        'Put your server right, then send them again from the dashboard.',
      ],
      list: notice.hosts,
      button: { label: 'See the deliveries', url: notice.url },
    }),
    daily_digest: (notice, write) => ({
      subject: `${write.name(notice.merchant)}: ${write.day(notice.day)}`,
      paragraphs: notice.sums.length === 0 ? ['No payments that day.'] : [],
      facts: [
        ...notice.sums.flatMap((sums): [string, string][] => [
          [counted(sums.payments, 'payment', 'payments', write), write.price(sums.gross, sums)],
          ...(sums.refunds === '0'
            ? []
            : [['Refunded', write.price(sums.refunds, sums)] as [string, string]]),
        ]),
        ['New subscriptions', write.count(notice.newSubscriptions)],
        ['Subscriptions ended', write.count(notice.lostSubscriptions)],
      ],
      button: { label: 'Open the dashboard', url: notice.url },
    }),
    // Operators
    operator_alarm: (notice, write) => ({
      subject: `Alarm: ${ALARMS[notice.alarm]}${modeOf(notice)}`,
      paragraphs: aboutAlarm(notice, write),
      facts: [['Since', write.moment(notice.since)]],
      after: ['This is said once a day while it lasts, and once when it is over.'],
    }),
    operator_relief: (notice, write) => ({
      subject: `Over: ${ALARMS[notice.alarm]}${modeOf(notice)}`,
      paragraphs: ['This is over. There is nothing to do.'],
      facts: [
        ['Since', write.moment(notice.since)],
        ['Until', write.moment(notice.endedAt)],
      ],
    }),
  },
  frame: {
    test: 'Test: no real money',
    sentBy: ({ deployment, merchant }) =>
      merchant === null ? `Sent by ${deployment}.` : `Sent by ${deployment} for ${merchant}.`,
    unsubscribe: 'Unsubscribe from these mails',
    questions: (where) => `Questions: ${where}`,
    orOpen: 'Or open this address:',
    via: (merchant, deployment) => `${merchant} via ${deployment}`,
  },
};
