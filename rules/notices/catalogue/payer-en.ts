import type { AccountFailureCode } from '../../failures.ts';
import { type PayerEnded, type PayerFailed, type PayerNotice, WAITS } from '../payer.ts';
import type { NoticeCatalogue } from '../words.ts';
import type { NoticeWriter } from '../writer.ts';

type Own = Pick<NoticeCatalogue['notices'], PayerNotice['kind']>;

const thing = (product: string | null, name: (text: string) => string) =>
  product === null ? [] : [['For', name(product)] as const];

const merchantOf = (merchant: string | null) => merchant ?? 'the seller';

/** What is wrong, and what cures it. */
const CURES: Record<AccountFailureCode, (amount: string, wallet: string) => string> = {
  insufficient_funds: (amount, wallet) =>
    `${wallet} held less than ${amount}. Send what is missing to it, and the payment goes through at the next attempt. You sign nothing for that.`,
  allowance_short: () =>
    'What you approved no longer covers this payment. Renew it with one signature: the button leads there.',
  allowance_gone: () =>
    'The approval was taken back in your wallet, or given to another app. To go on, approve it again.',
  payer_account_missing: (amount, wallet) =>
    `${wallet} has no account for this token any more. Send at least ${amount} to it, and approve again if you are asked to.`,
  payer_account_invalid: () =>
    'Your wallet’s account for this token cannot be used. Ask the seller about another way to pay.',
  payer_account_frozen: () => 'The token’s issuer has frozen your account. Only the issuer can lift that.',
  payee_account_missing: () =>
    'The seller cannot receive this token at the moment. You need not do anything.',
  payee_account_invalid: () =>
    'The seller cannot receive this token at the moment. You need not do anything.',
  payee_account_frozen: () => 'The token’s issuer has frozen the seller’s account. You need not do anything.',
  account_frozen: () =>
    'The token’s issuer has frozen your account or the seller’s. Ask the issuer whether it is yours: only the issuer can lift that.',
  account_invalid: (amount, wallet) =>
    `Your account for this token or the seller’s is gone or cannot be used. ${wallet} should hold at least ${amount}. If it does, ask the seller.`,
  mint_paused: () => 'The token’s issuer has paused all payments in it. You need not do anything.',
  mint_refused: () =>
    'This token now changes amounts on the way, so nothing is charged in it. Ask the seller about another way to pay.',
};

/** The wallet that pays, at the beginning of a sentence. */
const walletOf = ({ wallet }: { wallet?: string }, write: NoticeWriter) =>
  wallet === undefined ? 'Your wallet' : `Your wallet ${write.address(wallet)}`;

/** What lets the next payment go through, once this one is given up. */
const cureForNext = (cause: AccountFailureCode, amount: string, wallet: string): string =>
  cause === 'insufficient_funds'
    ? `${wallet} held less than ${amount}. Have at least that in it when the next payment is due.`
    : cause === 'allowance_short'
      ? 'What you approved does not cover your payments. Renew it with one signature before the next one: the button leads there.'
      : CURES[cause](amount, wallet);

/** Whether the payer has something to renew. */
const asksForApproval = ({ cause }: Pick<PayerFailed, 'cause'>) =>
  cause === 'allowance_short' || cause === 'allowance_gone';

const ENDED: Record<PayerEnded['endedBy'], string> = {
  payer: 'You cancelled it. Nothing more is collected from your wallet for it.',
  merchant: 'The seller ended it. This service collects nothing more from your wallet for it.',
  payment_failed:
    'A payment failed until there was no time left to try it again. Nothing more is collected for it. To go on, subscribe again.',
  term: 'It reached its end. Nothing more is collected from your wallet for it.',
};

/** What payers are told, in English. */
export const payerNotices: Own = {
  payer_confirm: ({ url }, _write, { merchant }) => ({
    subject: 'Confirm your address',
    paragraphs: [
      `Somebody, probably you, gave this address for notices about payments to ${merchantOf(merchant)}: receipts, upcoming and failed payments, refunds.`,
      'Nothing else is sent here until you confirm it. The link works once, for 24 hours.',
    ],
    button: { label: 'Confirm this address', url },
    after: ['It was not you? Then do nothing: nothing more comes.'],
  }),
  payer_receipt: ({ product, amount, token, paidAt, receiptUrl, nextDueAt, url }, write, { merchant }) => ({
    subject: `Receipt: ${write.price(amount, token)} to ${merchantOf(merchant)}`,
    paragraphs: [
      `You paid ${write.price(amount, token)}. The money went straight from your wallet to ${merchantOf(merchant)}.`,
    ],
    facts: [
      ...thing(product, write.name),
      ['Paid on', write.moment(paidAt)],
      ...(nextDueAt === null ? [] : [['Next payment', write.day(nextDueAt)] as const]),
    ],
    button: { label: 'Open the receipt', url: receiptUrl },
    after: [`See or stop your payments: ${url}`],
  }),
  payer_upcoming: ({ product, amount, token, dueAt, url }, write, { merchant }) => ({
    subject: `${write.price(amount, token)} to ${merchantOf(merchant)} on ${write.day(dueAt)}`,
    paragraphs: [
      `Your next payment is coming up. ${write.price(amount, token)} will be collected from your wallet, as you agreed. Make sure that it holds enough.`,
    ],
    facts: [...thing(product, write.name), ['On', write.moment(dueAt)]],
    button: { label: 'See it or cancel it', url },
  }),
  payer_failed: (notice, write, { merchant }) => {
    const amount = write.price(notice.amount, notice.token);
    return {
      subject: `Your payment of ${amount} to ${merchantOf(merchant)} failed`,
      paragraphs: [
        'Nothing was taken from your wallet.',
        CURES[notice.cause](amount, walletOf(notice, write)),
      ],
      facts: [
        ...thing(notice.product, write.name),
        ...(notice.retryAt === null ? [] : [['Next attempt', write.moment(notice.retryAt)] as const]),
      ],
      button: asksForApproval(notice)
        ? { label: 'Renew the approval', url: `${notice.url}/top-up` }
        : { label: WAITS.has(notice.cause) ? 'See your payments' : 'See what to do', url: notice.url },
    };
  },
  payer_given_up: (notice, write, { merchant }) => {
    const amount = write.price(notice.amount, notice.token);
    const goesOn = notice.nextDueAt !== null;
    return {
      subject: `Your payment of ${amount} to ${merchantOf(merchant)} will not be tried again`,
      paragraphs: [
        'The last attempt failed too. Nothing was taken from your wallet for it, and it is not charged later.',
        ...(goesOn
          ? [
              'Your subscription goes on, and only the next payment is collected.',
              cureForNext(notice.cause, amount, walletOf(notice, write)),
            ]
          : ['No payment comes after it. You need not do anything.']),
      ],
      facts: [
        ...thing(notice.product, write.name),
        ...(notice.nextDueAt === null ? [] : [['Next payment', write.moment(notice.nextDueAt)] as const]),
      ],
      button:
        goesOn && asksForApproval(notice)
          ? { label: 'Renew the approval', url: `${notice.url}/top-up` }
          : { label: goesOn ? 'See it or cancel it' : 'See your payments', url: notice.url },
    };
  },
  payer_authorization: ({ product, remaining, payments, token, until, url }, write, { merchant }) => ({
    subject: `What you approved for ${merchantOf(merchant)} runs out soon`,
    paragraphs: [
      payments === 1
        ? 'What you approved covers one more payment. Renew it with one signature, and your subscription goes on as it is.'
        : `What you approved covers ${write.count(payments)} more payments. Renew it with one signature, and your subscription goes on as it is.`,
      'Nothing is collected when you sign. If you want it to end, do nothing, or cancel it.',
    ],
    facts: [
      ...thing(product, write.name),
      ['Left', write.price(remaining, token)],
      ['Not covered from', write.day(until)],
    ],
    button: { label: 'Renew with one signature', url },
  }),
  payer_ended: ({ product, endedBy, endedAt, url }, write, { merchant }) => ({
    subject: `Your subscription to ${merchantOf(merchant)} has ended`,
    paragraphs: [ENDED[endedBy]],
    facts: [...thing(product, write.name), ['Ended on', write.moment(endedAt)]],
    button: { label: 'See your payments', url },
  }),
  payer_refund: ({ product, amount, token, refundedAt, url }, write, { merchant }) => ({
    subject: `Refund: ${write.price(amount, token)} from ${merchantOf(merchant)}`,
    paragraphs: [
      `${merchantOf(merchant)} paid back ${write.price(amount, token)}. It is in your wallet already.`,
    ],
    facts: [...thing(product, write.name), ['Paid back on', write.moment(refundedAt)]],
    button: { label: 'See it among your payments', url },
  }),
};
