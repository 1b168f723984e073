/*
 * Every sentence that payers read, in English: the catalogue that all others follow (docs/pages.md, Languages). A text is a string, or a
 * function of what it speaks of; Mixed where a name or a link stands within the sentence. Sections are loaded by page.
 */
import { type Formats, inThousands, type Unit } from '../formats.ts';
import { mix, type Mixed, type Piece } from '../mix.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const grouped = (count: number | bigint) => inThousands(String(count), ',');
const plural = (count: number | bigint, noun: string) =>
  `${grouped(count)} ${noun}${Number(count) === 1 ? '' : 's'}`;
const lone = (count: number, unit: Unit) => (count === 1 ? unit : plural(count, unit));

export const formats: Formats = {
  signs: () => ({ decimal: '.', thousands: ',' }),
  day: (day, month, year) => `${day} ${MONTHS[month]} ${year}`,
  moment: (day, time) => `${day}, ${time}`,
  duration: (count, unit) => plural(count, unit),
  every: (count, unit) => `every ${lone(count, unit)}`,
  per: (count, unit) => `per ${lone(count, unit)}`,
};

/** What the checkout and the portal share. */
export const common = {
  questions: (merchant: Piece) => mix`Questions? Ask ${merchant}:`,
  copy: 'Copy',
  copied: 'Copied',
  copyIt: (what: string) => `Copy ${what}`,
  yourWalletsAddress: 'your wallet’s address',
  theSignature: 'the transaction’s signature',
  receiptToPrint: 'Receipt to print or save',
  noticesByMail: 'Notices by e-mail',
  fromHere: 'From here',
  once: 'once',
  wallets: 'Wallets',
  daysHere: (zone: string) => `Days as on this device: ${zone}.`,
  lookingForWallets: 'Looking for your wallets',
  useAnotherWallet: 'Use another wallet',
  tryAgain: 'Try again',
  lookAgain: 'Look again',
  renew: 'Renew the approval',
  wrongNetwork: 'Not on the network of this payment',
  cannotSign: 'Cannot sign such payments',
  noWallet: 'No wallet was found in this browser',
  openInWallet: 'Open this page in your wallet’s own browser:',
  openIn: (wallet: string) => `Open in ${wallet}`,
  installWallet:
    'Install a Solana wallet for this browser, or unlock the one you have: it will appear here. Nothing was paid.',
  install: (wallet: string) => `Install ${wallet}`,
  payByPhone: 'Pay with the wallet on your phone',
  runningOut: (payments: number) =>
    `What you approved covers ${payments === 1 ? 'only one more payment' : `${payments} more payments`}. After that nothing more is collected, and this subscription ends. To keep it, renew the approval: nothing is paid now.`,
  runOut:
    'What you approved no longer covers the next payment, so it cannot be collected. Renew the approval to continue; otherwise this subscription ends.',
  pageFailed: 'Something went wrong on this page. Reload it.',
  walletCannotSignTexts: (wallet: string) => `${wallet} cannot sign texts.`,
  /** What the service refused, by the API's error code. */
  refusals: {
    rate_limit_exceeded: 'Too many attempts from your network. Wait a minute, then try again.',
    resource_missing: 'This does not exist any more, or its seller has switched it off. Nothing was paid.',
    parameter_invalid: 'The service could not use what was sent. Check it and try again.',
    not_for_sale_once: 'This is offered by subscription only.',
    not_for_sale_subscription: 'This can only be bought outright, once.',
    recurring_unavailable: 'Subscriptions cannot be taken here at the moment.',
    purchases_unavailable: 'One-time purchases cannot be taken here at the moment.',
    broadcast_unavailable: 'The service has no connection to the network of this payment. Try again later.',
    no_payout_wallet: 'The seller cannot take payments yet. Nothing was paid.',
    mint_not_allowed: 'The seller cannot take this token any more. Nothing was paid.',
    mandate_not_pending: 'This was approved already, or it has ended.',
    already_revoked: 'This is cancelled already. Nothing more is collected.',
    invalid_wallet_signature:
      'The wallet’s signature does not fit, or it took longer than 10 minutes. Try again.',
    transaction_not_issued:
      'What you signed is out of date: it took too long, or something else changed in between. It has no effect. Try again.',
    wallet_not_signed_in: 'Sign in with the wallet first.',
    request_in_flight: 'This is being worked on already. Wait a moment, then look again.',
    internal_error: 'The service has a problem at the moment. Try again in a minute.',
    verification_failed:
      'The wallet cannot pay for this: it lacks some of the token, or SOL for the network fee, or its account is blocked. Put that right and try again.',
  },
  /** After a refusal that support may ask about. */
  withRequest: (refusal: string, id: string) => `${refusal} (request ${id})`,
};

/** Of whom the words of a problem speak, as far as it is known. */
export interface About {
  merchant: string | null;
  payer: string | null;
  price: string | null;
}

const merchantOf = ({ merchant }: About) => merchant ?? 'the seller';
const invalidLink = (about: About) =>
  `This payment request is not complete, or not valid any more. Ask ${merchantOf(about)} for a new one.`;

/** What the checkout says before a wallet is chosen: the part that everybody waits for. */
export const checkout = {
  test: 'Test',
  nameUnchecked: 'The seller chose this name. Nobody has checked it.',
  titleOf: (heading: string, merchant: string | null) => `${heading} · ${merchant ?? 'Autopay'}`,

  // What is offered.
  untilYouCancel: (often: string) => `${often}, until you cancel`,
  freeFirst: (duration: string) => `Free for ${duration} first.`,
  todayThen: (nothing: string, price: string, day: string) => `${nothing} today, then ${price} on ${day}`,
  description: 'Description',
  howToPay: 'How do you want to pay?',
  priceOften: (price: string, often: string) => `${price} ${often}`,
  priceOnce: (price: string) => `${price}, once`,
  startedBefore: (day: string, check: Piece): Mixed =>
    mix`You started this payment here on ${day}. ${check} before you pay again.`,
  checkWhetherYouHaveIt: 'Check whether you already have it',
  alreadyPaid: 'Already paid?',
  nothingPaidTryAgain: 'The payment service did not answer. Nothing was paid. Try again.',

  // Choosing a wallet.
  chooseWallet: 'Choose a wallet',
  termsBeforeSigning: 'You see all terms before you sign.',
  confirmAddress: (wallet: Piece): Mixed => mix`Confirm in ${wallet} that this page may see your address.`,
  whichAccountPays: 'Which account pays?',
  noAccountPays: 'That wallet has not shared an account that can pay here.',
  walletUnreachable: 'The wallet could not be reached. Try again.',

  // With a wallet on a phone.
  payByPhoneInstead: 'Pay with a wallet on your phone',
  partFailed: 'A part of this page could not be loaded. Reload it.',
  readingTerms: 'Reading the terms',
  linkNotValid: 'This link is not valid',
  linkIncomplete:
    'It may be incomplete or mistyped. Open it exactly as you received it, with everything after the #.',
  nothingWasPaid: 'Nothing was paid.',
  didNotWorkHeading: 'That did not work',
  partFailedNothingPaid: 'A part of this page could not be loaded. Reload it. Nothing was paid.',
};

/** What it says from then on, loaded with what follows. */
export const paying = {
  signInToSee: 'Sign in with the wallet you paid from to see it again.',
  signInWith: (wallet: string) => `Sign in with ${wallet}`,
  signingIn: (wallet: string) => `Sign in with ${wallet}: it asks you to sign a text. No money moves.`,
  noneSignsIn: 'No wallet that can sign in was found in this browser.',
  noAccount: 'That wallet has not shared an account with this page.',
  hasNotPaid: 'This wallet has not paid for this, or its access has ended.',
  noContent: 'Paid. The seller has not added any content here.',
  noAnswer: 'The service did not answer. Try again.',
  didNotWork: 'That did not work. Try again.',
  whatYouBought: 'What you bought',
  inYourWallet: 'your wallet',
  paidFrom: (account: Piece): Mixed =>
    mix`This can only be paid from ${account}: choose the wallet that holds it.`,
  otherByLink: 'To pay from another account, open the seller’s link again.',
  switchAccount: 'Switch it to the right account first',
  paysItself:
    'This account is the one that is paid here, and it cannot pay itself. Choose another account of your wallet. Nothing was signed.',
  switchAccountIn: (wallet: string) => `Switch account in ${wallet}`,
  switchInWallet: 'Switch to another account in your wallet, then choose it here again.',
  whatYouPay: 'What you pay',
  whatYouAgreeTo: 'What you agree to',
  codeStarts: 'Scan it with your wallet. Nothing is paid until you approve there.',
  waitingForScan: 'Waiting for a wallet to scan the code. This page continues automatically.',
  codeNeedsHttps:
    'A wallet on a phone opens only pages whose address begins with https. Open this page there.',
  approveOnPhone: 'Approve on your phone',
  scannedWith: (account: Piece): Mixed =>
    mix`The code was scanned with ${account}. Read here what you agree to, and approve it in that wallet.`,
  scanAgain: 'Scan the code again with the same wallet',
  useAnotherPhone: 'Use another wallet: show a new code',
  onlyThisComputer:
    'Elsewhere a wallet on a phone scans this code. This page runs only on this computer, which no phone can reach.',
  codeLabel: 'Code of this payment, for a wallet on a phone',
  codeIsFor: (account: Piece): Mixed =>
    mix`It is for ${account} only, and opens this payment: do not show it to anyone else.`,
  waitingForPhone: 'Waiting for your approval in the wallet. This page continues automatically.',
  scanTwice:
    'The first time, two signatures may be needed. If this page still waits a minute after you approved, scan the code again for the second.',
  openOnThisPhone: 'Open it in a wallet app on this phone',

  // Before signing.
  checkAndPay: 'Check and pay',
  checkWhatYouAgreeTo: 'Check what you agree to',
  payWith: (wallet: string) => `Pay with ${wallet}`,
  approveWith: (wallet: string) => `Approve with ${wallet}`,
  youAlreadyPay: (merchant: Piece, day: string, see: Piece): Mixed =>
    mix`You already pay ${merchant} the same amount, as often, since ${day}. This would be a second subscription: both are collected. ${see}`,
  seeYourPayments: 'See your payments',
  cannotPayYet: 'Your wallet cannot pay this yet.',
  nothingWasSigned: 'Nothing was signed.',
  tokenMissing: (lacks: string, holds: string, needs: string, once: boolean) =>
    `Your wallet is ${lacks} short: it holds ${holds}, and ${once ? 'the price' : 'the first payment'} is ${needs}.`,
  solMissing: (lacks: string, holds: string) =>
    `Your wallet is ${lacks} SOL short, for the network’s fees and deposits: it holds ${holds} SOL.`,
  sendItTo: (account: Piece, copy: Piece, hasFailed: boolean): Mixed =>
    mix`Send what is missing to ${account} ${copy}, then ${hasFailed ? 'try' : 'look'} again.`,

  // The terms.
  testMode: 'Test mode: no real money moves.',
  endsOtherApproval: (symbol: string, app: string) =>
    `Your ${symbol} account currently approves another app (${app}). There can be only one approval for each token, so this ends that one.`,
  fromYourWallet: 'From your wallet',
  afterwards: 'Afterwards',
  paidOnce: (merchant: string) =>
    `This is paid once, now. Nothing is collected later. For a refund, ask ${merchant}.`,
  firstPayment: 'First payment',
  afterTrial: (duration: string) => `After ${duration} free of charge`,
  inAll: 'Total',
  untilCancelled: 'Until you cancel',
  untilCancelledOrUsedUp: 'Until you cancel, as long as your approval lasts',
  atMost: (sum: string, payments: number) => `At most ${sum}, in ${plural(payments, 'payment')}`,
  youApprove: 'You approve',
  alreadyApproved: 'Already approved',
  mayCollect: (operator: string, key: string, sum: string) =>
    `${operator} (${key}) may collect up to ${sum}, and no more.`,
  ofThisOthers: (sum: string) => `Of this, ${sum} is for what you agreed to before.`,
  lastsFor: (payments: number) =>
    `It lasts for ${plural(payments, 'payment')}. Renew it when few are left; otherwise nothing more is collected.`,
  youAllow: 'You allow',
  programEnforces: (sum: string, rate: string, merchant: string) =>
    `The Solana program enforces: at most ${sum} ${rate}, to ${merchant}’s wallet only.`,
  programEnforcesUntil: (sum: string, rate: string, merchant: string, duration: string) =>
    `The Solana program enforces: at most ${sum} ${rate}, to ${merchant}’s wallet only, and nothing after ${duration}.`,
  inYourWalletTerm: 'In your wallet',
  unlimitedShown:
    'It may show an unlimited approval: the program’s, which keeps each of your subscriptions to its limit. The first time it may ask for two signatures. A wallet has room for one approval for each token, so the program holds it for all of them.',
  deposit: 'Deposit',
  depositByService: 'Paid by this service, to whom it returns, unless your wallet shows a cost.',
  depositByYou: (sol: string) => `About ${sol} SOL. It returns to you when its accounts are closed.`,
  depositLimit: 'This service pays no more of them for now.',
  depositIsFor: 'It is for the space that your subscription takes on chain.',
  toCancel: 'To cancel',
  cancelAnyTime: (merchant: string) =>
    `At any time: take the approval back in your wallet, or ask ${merchant}. Nothing is collected after that.`,
  cancelStopsAll: (symbol: string) =>
    `Taking the approval back stops everything that you subscribed to in ${symbol} through the program.`,
  orCancelHere: (link: Piece): Mixed => mix`Or cancel ${link}.`,
  hereWithYourWallet: 'here, with your wallet',
  thePayment: 'The payment',
  theNextPayments: (count: number) => `The next ${count} payments`,
  todayWhenYouApprove: 'Today, when you approve',
  whoCollectsFold: 'Who collects, fees, and addresses to compare',
  whoMayCollect: 'Who may collect',
  collectingKey: 'Key that collects',
  thisServiceCollects: (merchant: Piece, key: Piece): Mixed =>
    mix`This service, for ${merchant}, with its key ${key}. It never holds your money: each payment goes straight to the seller’s wallet.`,
  trialIsOurs:
    'The program cannot wait for the end of the trial: that the first payment is collected only then is up to this service.',
  chainEnforcesSum: 'This service keeps to amount and period; the network itself enforces only the total.',
  networkFees: 'Network fees',
  feeOnce: 'A fraction of a cent of your SOL, unless your wallet shows that it costs nothing.',
  feesUnknown:
    'The service pays the fee of every payment. This signature costs a fraction of a cent of your SOL, unless your wallet shows that it costs nothing.',
  feesByService:
    'The service pays the fee of every payment, and of this signature, unless your wallet shows a cost.',
  feesByYou:
    'The service pays the fee of every payment. This signature costs a fraction of a cent of your SOL.',
  feesLimit: 'The service pays no more of them for now.',
  yourWallet: 'Your wallet',
  paidTo: 'Paid to',
  token: 'Token',
  reference: 'Reference of these terms',

  // While it is paid.
  heading: 'Checkout',
  oneMoment: 'One moment',
  checkingStatus: 'Checking the status',
  signIn: (wallet: string, step: { number: number; of: number } | null) =>
    `Approve it in ${wallet}${step && step.of > 1 ? ` (signature ${step.number} of ${step.of})` : ''}. Make sure it shows what you just read.`,
  twoSignatures: 'The first opens your account with the Solana program; the second agrees to these terms.',
  opensAgain: 'Your wallet opens again once the first signature is confirmed.',
  progress: {
    label: 'How far it has come',
    sent: 'Signed and sent',
    confirmed: 'The network confirms it',
    settled: 'The first payment settles',
  },
  sent: 'Sent. It is being settled on chain, which takes a few seconds. You can close this page: the payment continues without it.',
  cancel: 'Cancel',
  notSettledYet: 'Not settled yet',
  doNotPayAgain: 'It was sent, but is not confirmed yet. Do not pay again: this page keeps checking.',
  lookAgainNow: 'Look again now',

  // How it ended.
  paid: 'Paid',
  trialBegun: 'Your trial has begun',
  nothingPaidToday: (moment: string) =>
    `Nothing was paid today. The first payment is due on ${moment}. Cancel before that, and nothing is ever collected.`,
  wentTo: (price: string, merchant: Piece): Mixed => mix`${price} went to ${merchant}.`,
  laterAutomatically: 'Later payments are collected automatically.',
  nextOn: (day: string) => `The next payment is due on ${day}; later ones follow by themselves.`,
  alreadyPaidHeading: 'You have already paid',
  alreadySubscribed: 'You already have this subscription',
  nothingMoreToSign: 'There is nothing more to sign here.',
  for: 'For',
  to: 'To',
  transaction: 'Transaction',
  goOnTo: (host: string) => `Go on to ${host}`,
  takenThere: 'You are taken there in a few seconds.',
  seeOrStop: 'See or stop your payments',
  requestEnded: 'This request has ended',
  wasCancelled: 'This was cancelled',
  askForNewLink: (merchant: Piece): Mixed =>
    mix`Nothing more will be collected. To pay ${merchant}, ask for a new link.`,
  notResponding: 'The payment service is not responding',
  keepsTrying: 'This page keeps trying. Nothing that you signed before is lost.',

  /** What went wrong and what to do about it, by the code of the CheckoutError. Messages of errors are for developers. */
  problems: {
    user_rejected: () => 'You declined in your wallet. Nothing was paid. You can try again.',
    no_wallet: () => 'No wallet was found in this browser. Install one, or open this page in its app.',
    wrong_chain: () =>
      'This wallet is not on the network of this payment. Switch its network, or use another wallet.',
    wallet_unsupported: () => 'This wallet cannot sign such payments. Use another wallet.',
    wrong_payer: ({ payer }) =>
      `This must be paid from ${payer ?? 'another account'}. Switch to that account in your wallet, or use another wallet.`,
    insufficient_funds: ({ price }) =>
      `This wallet holds too little. It needs ${price ?? 'the amount'} and a little SOL for the network fee. Add what is missing and try again.`,
    blockhash_expired: () =>
      'What you signed did not reach the network in time, and no longer can. Nothing was paid. Try again.',
    transaction_mismatch: (about) =>
      `The transaction did not match what is shown here, so your wallet was not asked and nothing was signed. Look again; if this keeps happening, tell ${merchantOf(about)}.`,
    terms_changed: () =>
      'What you approve has changed since it was shown. Nothing was signed. Check it again.',
    signing_elsewhere: () => 'Another tab is already asking your wallet for this. Continue there.',
    charge_failed: (about) =>
      `You approved, but the first payment did not succeed. Make sure your wallet holds enough, and contact ${merchantOf(about)}.`,
    wallet_timeout: () =>
      'Your wallet did not respond. If you approved there, this page will notice. Otherwise try again.',
    wallet_error: () => 'Your wallet could not sign. Try again, or use another wallet.',
    mandate_not_pending: (about) => `This request has ended. Ask ${merchantOf(about)} for a new one.`,
    connection_failed: () => 'The payment service did not answer. Check your connection and try again.',
    unexpected_response: () =>
      'Something on this network answered in place of the payment service. If the network asks you to sign in, do that first. Then look again.',
    internal_error: () =>
      'The payment service has a problem at the moment. If you approved already, do not do it again: this page will notice. Look again in a minute.',
    rate_limit_exceeded: () => 'Too many attempts from here. Wait a minute, then look again.',
    invalid_client_secret: invalidLink,
    resource_missing: invalidLink,
    parameter_invalid: invalidLink,
    settlement_timeout: () => 'The payment is not confirmed yet. Do not pay again: look again in a moment.',
  } satisfies { readonly [code: string]: (about: About) => string },
  unknownProblem: (about: About) =>
    `Something went wrong, and it is not your fault. Look again in a minute; if it stays like this, tell ${merchantOf(about)}.`,
};

export const portal = {
  title: 'Your payments',
  titleOf: (heading: string) => `${heading} · Autopay`,
  about: 'See what may be collected from your wallet, stop it, or renew it.',

  // Signing in.
  signInHeading: 'Sign in with your wallet',
  signInAbout: 'It asks you to sign a text, to prove that it is yours. That moves nothing and costs nothing.',
  signInWith: (wallet: Piece): Mixed => mix`Sign in with ${wallet}`,
  answerToSignIn: (wallet: Piece): Mixed => mix`Go on in ${wallet}: it asks you to sign in`,
  signInSteps:
    'First whether this page may see your address, then to sign a text. The text names this site. Signing it moves nothing.',
  whichAccount: 'Which account?',
  cannotSignTexts: 'Cannot sign texts, which signing in needs',
  notOnOurNetworks: 'Not on a network of this service',
  onYourPhone: 'Look with the wallet on your phone',
  scanPortal: 'Scan this code with your phone, and open the page there in your wallet’s own browser.',
  portalCode: 'Code of this page’s address, for a phone',
  signedOut: 'You are signed out.',
  signInEnded: 'Your sign-in has ended. Sign in again to go on.',
  signOut: 'Sign out',
  wallet: 'Wallet',
  whichPayments: 'Which payments to look at',
  live: 'Live',
  test: 'Test',
  testOnly: 'Test: no real money',
  nowShows: (wallet: Piece, other: Piece, own: Piece): Mixed =>
    mix`${wallet} now shows ${other}. These are the payments of ${own}.`,
  signInWithOther: 'Sign in with the other account',
  signInWithWanted: 'Sign in with the account that you want to look at.',

  // The list.
  reading: 'Reading what you pay for',
  serviceSilent: 'The service does not answer.',
  nothingShownYet: 'Nothing can be shown yet.',
  asOf: (time: string) => `What you see is from ${time}.`,
  keepsTrying: 'This page keeps trying.',
  namesUnchecked: 'Sellers choose their own names. Nobody has checked them.',
  groups: { running: 'Running', waiting: 'Waiting for your approval', bought: 'Bought', ended: 'Ended' },
  states: {
    pending: 'Not approved yet',
    beingPaid: 'Being paid',
    failing: 'Payment failed',
    needsSignature: 'Needs your signature',
    needsTopUp: 'Approval used up',
    runsOut: 'Runs out soon',
    trial: 'Free trial',
    active: 'Active',
    paid: 'Paid',
    allPaid: 'All paid',
    ended: 'Ended',
    cancelled: 'Cancelled',
  },
  since: (day: string) => `Since ${day}`,
  boughtOn: (day: string) => `Bought on ${day}`,
  paidOf: (sum: string) => `${sum} paid`,
  nextPaymentOn: (moment: string) => `Next payment ${moment}`,
  nothingPaid: 'Nothing paid so far',
  paidSoFarOf: (sum: string) => `${sum} paid so far`,
  nothingHere: {
    all: 'Nothing may be collected from this wallet',
    test: 'Nothing may be collected from this wallet in test mode',
    live: 'Nothing may be collected from this wallet in live mode',
  },
  willAppear:
    'When you approve a subscription or pay for something with this wallet, it appears here: what you agreed to, what was paid, and the way to stop it.',
  otherAccount: 'Paid from another account? Sign out, and sign in with that one.',
  lookIn: { test: 'Look in test mode', live: 'Look in live mode' },

  // One subscription.
  place: 'Where you are',
  noSuch: 'There is nothing here',
  noSuchHere: 'This wallet has not agreed to such a payment, or it is in the other mode.',
  seeAll: 'See all your payments',
  back: 'Back',
  backToPayments: 'Back to your payments',
  backToThis: 'Back to this subscription',
  whatYouCanDo: 'What you can do',
  cancel: 'Cancel',
  takeBack: 'Take back the approval',
  endOnChain: 'End it on chain',
  allowAgain: 'Allow it again',
  otherApplication:
    'Your wallet has given its permission to another application, so the next payment cannot be collected. Sign once to continue; otherwise this subscription ends.',
  notPaid: 'You have not paid this. Nothing is collected until you do, on the page that the seller gave you.',
  notApproved:
    'You have not approved this. Nothing is collected until you do, on the page that the seller gave you.',
  nextPayment: 'Next payment',
  none: 'None',
  freeUntil: 'Free until',
  paidSoFar: 'Paid so far',
  inPayments: (count: number) => `in ${plural(count, 'payment')}`,
  refunded: 'Refunded',
  mayStill: 'May still be collected',
  eachPeriod: (price: string) => `${price} each period, until you cancel`,
  atMost: (sum: string) => `${sum} at most`,
  enoughUntil: (day: string) => `, enough until ${day}`,
  enforcedBy: 'Enforced by',
  byProgram: 'The Solana program: one payment each period, to this seller’s wallet only',
  approvedOnChain: 'Approved on chain',
  chainSilent: 'The chain cannot be asked at the moment',
  forAll: (count: number, symbol: string) => `, for all ${count} that you pay in ${symbol}`,
  endsByItself: 'Ends by itself',
  afterPayments: (count: number) => `After ${plural(count, 'payment')} in all`,
  agreedOn: 'Agreed on',
  bought: 'Bought on',
  seeBought: 'See what you bought',
  addresses: 'Addresses',
  theAddress: (term: string) => `the address: ${term}`,
  paidTo: 'Paid to',
  paidFrom: 'Paid from',
  token: 'Token',
  whoMayCollect: 'Who may collect',
  reference: 'Reference',
  onChainAccount: 'Account of the subscription',
  itsPlan: 'Its plan',
  planOwner: 'Who owns the plan',

  // Its payments.
  paymentsAndReceipts: 'Payments and receipts',
  readingPayments: 'Reading the payments',
  paymentsUnreadable: 'They cannot be read now. Trying again',
  noPayments: 'None yet. Each payment stands here once it is due, with its proof on chain.',
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  charges: {
    off: 'Will not be collected',
    scheduled: 'Planned',
    processing: 'Being settled',
    succeeded: 'Paid',
    retrying: 'Failed, will be tried again',
    abandoned: 'Not collected',
    skipped: 'Not collected',
  },
  triedAgain: (moment: string) => `It is tried again: ${moment}.`,
  cameBack: (sum: string) => `${sum} of it came back to you.`,
  receipt: 'Receipt',
  receiptOf: (moment: string) => ` of ${moment}`,
  paid: 'Paid',
  to: 'To',
  walletPaid: 'Seller’s wallet',
  fromWallet: 'From wallet',
  transaction: 'Transaction',
  number: 'Number',

  // A payment that failed.
  couldNotBeCollected: 'The payment that is due could not be collected.',
  endsIfItFails: 'If it keeps failing, this subscription ends.',
  /** By the code of a charge's failure. */
  failures: {
    insufficient_funds: 'Your wallet held too little.',
    allowance_short: 'What you approved did not cover it. Renew the approval.',
    allowance_gone: 'Your approval was taken back.',
    payer_account_missing: 'Your wallet has no account for this token any more.',
    payer_account_invalid: 'Your wallet’s account for this token cannot be used.',
    payer_account_frozen: 'The token’s issuer has frozen your account.',
    payee_account_missing: 'The seller cannot receive this token at the moment. You need not do anything.',
    payee_account_invalid: 'The seller cannot receive this token at the moment. You need not do anything.',
    payee_account_frozen: 'The token’s issuer has frozen the seller’s account. You need not do anything.',
    account_frozen:
      'The token’s issuer has frozen your account or the seller’s. Ask the issuer whether it is yours: only the issuer can lift that.',
    account_invalid: 'Your account for this token or the seller’s is gone or cannot be used.',
    mint_paused: 'The token’s issuer has paused all payments in it.',
    mint_refused:
      'This token now changes amounts on the way, so nothing is charged in it. Ask the seller about another way to pay.',
  },
  approvalOrPlanGone: 'Your approval was taken back, or the seller closed the plan that it was for.',
  sendEnough: (symbol: string, account: Piece, copy: Piece): Mixed =>
    mix`Send enough ${symbol} to your wallet ${account} ${copy}. You sign nothing for that: your approval is fine.`,
  sendAtLeast: (lacks: string, account: Piece, copy: Piece, holds: string, due: string): Mixed =>
    mix`Send at least ${lacks} to your wallet ${account} ${copy}: it holds ${holds}, and the payment is ${due}. You sign nothing for that: your approval is fine.`,
  sendAfresh: (due: string, account: Piece): Mixed =>
    mix`Send at least ${due} to your wallet ${account}. Your approval was closed with the account: once the tokens have arrived, sign it again here at once; otherwise this subscription ends.`,
  holdsEnough: (holds: string) =>
    `Your wallet holds ${holds} now, which is enough. You need not do anything.`,

  // What is missing before payments fail.
  cures: {
    heading: 'Before your next payments fail',
    headingNow: 'What your payments need now',
    addFunds: (amount: Piece, account: Piece, copy: Piece, moment: string | null): Mixed =>
      mix`Send ${amount} to this wallet ${account} ${copy}${moment === null ? '.' : ` by ${moment}.`} That covers all your payments of the next 30 days in this token.`,
    firstAlone: (amount: string, merchant: Piece, hasFailed: boolean): Mixed =>
      mix`${amount} is enough for the ${hasFailed ? 'one that failed' : 'first that would fail'}, to ${merchant}.`,
    noAccount: (symbol: string) =>
      `Your wallet has no account for ${symbol} any more, so your approval is gone too. Once the tokens have arrived, sign an approval here at once; otherwise these payments end.`,
    approve: (merchant: Piece, moment: string | null): Mixed =>
      mix`Sign one approval${moment === null ? '' : ` by ${moment}`}: what you approved does not cover your next payments to ${merchant}.`,
    approvalGone: (symbol: string) =>
      `Your approval in ${symbol} was taken back or given to another application. To keep your subscriptions, sign one approval now. If you meant to stop them, do nothing: they end by themselves.`,
    sign: 'Sign one approval',
    askIssuer: (symbol: string, moment: string | null) =>
      `Ask the issuer of ${symbol}: they have frozen your account, so nothing can be collected${moment === null ? '' : ` from ${moment} on`}. Only they can lift that.`,
    anotherWallet: (symbol: string, moment: string | null) =>
      `This wallet’s account for ${symbol} belongs to somebody else now, so nothing can be collected${moment === null ? '' : ` from ${moment} on`}. To go on, cancel here and subscribe anew with another wallet.`,
  },

  // Cancelling.
  cancelQuestion: (name: string | null) => (name === null ? 'Cancel these payments?' : `Cancel “${name}”?`),
  cancelPoints: [
    'It stops at once: nothing more is collected, and you sign nothing for that.',
    'What you paid already stays paid. For a refund, ask the seller.',
    'Your other payments go on as they are.',
    'It cannot be undone here. To start again, subscribe again with the seller.',
  ] as readonly string[],
  twiceDoesNoHarm: 'Cancelling twice does no harm.',
  cancelNow: 'Cancel now',
  cancelling: 'Cancelling',
  keepIt: 'Keep it',
  cancelled: 'Cancelled',
  hasEnded: 'This has ended',
  nothingMoreFor: (merchant: Piece, name: Piece | null): Mixed =>
    name === null
      ? mix`Nothing more is collected for this subscription of ${merchant}.`
      : mix`Nothing more is collected for “${name}” (${merchant}).`,
  stoppedAtOnce: 'It stopped the moment you cancelled, and nobody has to sign anything for that.',
  alsoTakeBack: 'Also remove the approval from your wallet (optional)',
  alsoEndOnChain: 'Also end it on chain (optional)',

  // Taking the approval back on chain.
  readingChain: 'Reading what is approved on chain',
  takenBack:
    'Done. Your approval is taken back on chain: this service may collect nothing more of this token from your wallet.',
  nowMayCollect: (sum: string) =>
    `Done. On chain this service may now collect ${sum} and no more, for what else you pay.`,
  stillApproved: (sum: string | null) =>
    `On chain your wallet still carries an approval for this service${sum === null ? '' : ` of ${sum}`}. Nothing of it is used for what has ended. To have it off the chain too, sign once more:`,
  approvedAfterwards: 'Approved afterwards',
  nothing: 'Nothing',
  othersNeed: (sum: string) => `${sum}, which is what your other payments need`,
  yourOthers: 'Your other payments',
  noOthers: (symbol: string) => `You have no others in ${symbol}`,
  othersGoOn: (count: number, symbol: string) =>
    `${count} in ${symbol}: ${count === 1 ? 'it goes' : 'they go'} on as before`,
  networkFee: 'Network fee',
  fraction: 'A fraction of a cent, from your SOL',
  takeItBack: (wallet: Piece): Mixed => mix`Take it back with ${wallet}`,
  takeBackLater:
    'The chain cannot be asked at the moment. Nothing is collected all the same; come back here to take the approval back on chain too.',
  noApprovalLeft: 'There is no approval for this service on chain either: nothing is left to take back.',
  onlyOthersLeft:
    'On chain your approval carries only what your other payments need: nothing is left to take back.',

  // Renewing the approval.
  renewed: 'Approval renewed',
  coveredFor: (merchant: Piece, payments: number): Mixed =>
    mix`Confirmed on chain. ${merchant} is covered for ${plural(payments, 'payment')} to come. Nothing was paid by this.`,
  nothingToRenew: (payments: number) =>
    `Nothing to renew: all ${plural(payments, 'payment')} that remain are approved already.`,
  renewAbout:
    'You approve a sum that may be collected over time, payment by payment. This pays nothing now, and you can cancel at any time.',
  howMany: 'How many payments to come?',
  coverage: (payments: number, until: string | null) =>
    `${plural(payments, 'payment')}${until === null ? '' : `, until ${until}`}`,
  forThese: 'For these payments',
  forAllThatRemain: (sum: string, payments: number) =>
    `${sum}, for all ${plural(payments, 'payment')} that remain`,
  forYourOthers: (symbol: string) => `For your others in ${symbol}`,
  oneServesAll: (sum: string) => `${sum}: one approval serves them all`,
  youApproveInAll: 'You approve in all',
  andNoMore: (sum: Piece): Mixed => mix`${sum}, and no more`,
  thisServiceWithKey: (key: Piece): Mixed => mix`This service, with its key ${key}`,
  replacesKey: (key: string) => `. It replaces the older key ${key}; what you agreed to stays the same`,
  approveWith: (wallet: Piece): Mixed => mix`Approve with ${wallet}`,
  leaveIt: 'Leave it as it is',

  // Signing.
  answerWallet: (wallet: Piece): Mixed => mix`Go on in ${wallet}: what it shows must be what you just read`,
  signedWaiting: 'Signed. Waiting until it is confirmed on chain',
  notSeenYet:
    'It is not seen on chain yet. This page goes on looking, and signing it again does no harm. A wallet without SOL for the network fee is a usual reason.',
  doNotSign: 'Do not sign',
  wrongNetwork: 'Not on the network of these payments',
  cannotSign: 'Cannot sign such transactions',

  // Steps of a subscription on chain.
  steps: {
    cancel: {
      verbWith: (wallet: Piece): Mixed => mix`Cancel on chain with ${wallet}`,
      why: 'This service collects nothing for it any more. On chain the subscription still stands. To have it cancelled there too, sign once more.',
      done: 'Cancelled on chain.',
    },
    close: {
      verbWith: (wallet: Piece): Mixed => mix`Close it with ${wallet}`,
      why: (sol: string) =>
        `The subscription is cancelled, and its period is over. Closing it removes it from the chain and returns its deposit of about ${sol} SOL to whoever paid it.`,
      done: 'Closed. Nothing of it is left on chain.',
    },
    restore: {
      verbWith: (wallet: Piece): Mixed => mix`Allow it again with ${wallet}`,
      why: 'Your wallet has given its permission to another application, so the next payment cannot be collected. One signature gives it back to the Solana program that guards your subscription. What you agreed to stays the same. The other application loses the permission.',
      done: 'Done. The next payment can be collected again.',
    },
  },
  chainSilentSteps: 'The chain cannot be asked at the moment. Come back here to see what is left on chain.',
  nothingInTheWay: 'Nothing stands in the way of the next payment.',
  nothingLeft: 'Nothing of it is left on chain.',
  nothingToSign: 'There is nothing to sign at the moment.',
  closableFrom: (moment: string) =>
    `It is cancelled on chain too. From ${moment} on you can close it here, which returns its deposit.`,

  // What went wrong.
  shownChanged: 'What you would approve has changed since it was shown. Nothing was signed. Read it again.',
  noAnswer: 'The service did not answer. Check your connection and try again.',
  /** By the code of a CheckoutError. */
  inWallet: {
    user_rejected: 'You declined in your wallet. Nothing was signed. You can try again.',
    wallet_timeout:
      'Your wallet did not answer. If you signed there, it is noticed here. Otherwise try again.',
    wallet_error: 'Your wallet could not sign. Try again, or use another wallet.',
    blockhash_expired:
      'What you signed did not reach the network in time, and no longer can. Nothing was paid. Try again.',
    wrong_payer:
      'That wallet does not show the account that you signed in with. Switch to it there, and try again.',
    transaction_mismatch:
      'The transaction did not match what is shown here, so your wallet was not asked and nothing was signed. Look again; if this keeps happening, tell whoever runs this service.',
  },
};

/** What the server writes into pages: until their scripts have run, and for those whose browser runs none. Not loaded by any. */
export const served = {
  language: 'Language',
  checkoutTitle: 'Checkout · Autopay',
  checkoutHeading: 'Checkout',
  checkoutShared: 'A payment request. Its terms are shown only to whoever holds the whole link.',
  checkoutNeedsScript:
    'This page needs JavaScript: the terms of this payment are shown only to whoever holds the whole link, and the part after the # never leaves your browser. Opening it does not pay anything.',
  readingTerms: 'Reading the terms',
  offerNeedsScript:
    'To pay, open this page with JavaScript, in a browser that has a Solana wallet. You will see exactly what you agree to before you sign anything. Opening this page does not pay anything.',
  lookingForWallets: 'Looking for your wallets',
  test: 'Test',
  or: 'or ',
  once: 'once',
  untilYouCancel: (often: string) => `${often}, until you cancel`,
  freeFirst: (duration: string) => `Free for ${duration} first.`,
  priceOften: (price: string, often: string) => `${price} ${often}`,
  priceOnce: (price: string) => `${price} once`,
  eitherPrice: (often: string, once: string) => `${often}, or ${once}`,
  summary: (price: string, merchant: string, isTest: boolean) =>
    `${price}, to ${merchant}${isTest ? ' (test: no real money)' : ''}.`,
  runBy: (operator: Piece) =>
    mix`Payments run by ${operator}. It collects what you agreed to and never holds your money: that goes straight from wallet to wallet.`,
  seeAndStop: 'See and stop the payments from your wallet',
  portalTitle: 'Your payments · Autopay',
  portalHeading: 'Your payments',
  portalAbout: 'See what may be collected from your wallet, stop it, or renew it.',
  portalNeedsScript:
    'This page needs JavaScript, in a browser that has your Solana wallet. Without it you can still stop everything: take back the approval in your wallet, and nothing more is collected.',
  unsubscribe: 'Unsubscribe',
  unsubscribeAbout:
    'End these mails? You get no more of this kind. Payments and subscriptions stay as they are.',
  unsubscribeNow: 'Unsubscribe',
  unsubscribed: 'You are unsubscribed',
  unsubscribedAbout: 'You get no more of these mails. Payments and subscriptions stay as they are.',
  fromHere: 'From here',
  nothingHere: 'There is nothing here',
  nothingHereAbout: [
    'This link does not exist, or its seller has switched it off. Nothing was paid.',
    'Ask whoever sent it to you for a new one.',
  ] as readonly string[],
  tooMany: 'Too many requests',
  tooManyAbout: ['Wait a minute, then load this page again.'] as readonly string[],
  ourFault: 'Something went wrong on our side',
  ourFaultAbout: [
    'This page could not be shown. Nothing was paid by opening it. Reload it in a moment.',
  ] as readonly string[],
  seeOrStop: 'See or stop the payments from your wallet',
  signInToSell: 'Sign in to sell',
  readTheReference: 'Read the API reference',
  rootAbout: [
    'Payments and subscriptions in stablecoins on Solana, straight from wallet to wallet.',
    'Paying for something here? See or stop your payments with your wallet. Do you sell? Sign in to your dashboard.',
  ] as readonly string[],
  linkIncomplete: 'This link is not complete',
  linkIncompleteAbout: [
    'The part that says what is paid is missing. Nothing was paid.',
    'Open the link exactly as you received it, or ask whoever sent it to you for it again.',
  ] as readonly string[],
  inOneList: [
    'What your wallet pays stands in one list: sign in there with the wallet.',
  ] as readonly string[],
  listOfPayments: 'Your list of payments',
  noSuchAddress: [
    'This address does not exist. Check it for a letter too many or too few. Nothing was paid.',
  ] as readonly string[],
  notices: 'Notices by e-mail',
  noticesAbout: (merchant: string) =>
    `Be told of your payments to ${merchant}: receipts, upcoming and failed payments, refunds, and the end of a subscription. Nothing else is sent there.`,
  noticesOn: 'Notices are on for this wallet.',
  noticesGoTo: (address: Piece) => mix`Notices go to ${address}.`,
  noticesWait: 'We sent a link. Open it to confirm the address: until then nothing is sent there.',
  noticesWaitAt: (address: Piece) =>
    mix`We sent a link to ${address}. Open it to confirm the address: until then nothing is sent there.`,
  noticesChangeThere:
    'To change or remove the address, sign in with the wallet that pays, under your payments.',
  noticesAddress: 'E-mail address',
  noticesOtherAddress: 'Another e-mail address',
  noticesShare: 'The seller may see this address. Without this they see only that notices are on.',
  noticesSend: 'Send me a link to confirm it',
  noticesShow: 'Let the seller see the address',
  noticesHide: 'Hide the address from the seller',
  noticesRemove: 'Remove the address and stop all notices',
  noticesSaid: {
    invalid: 'This is not an e-mail address. Check it for a letter too many or too few.',
    refused: 'No link was sent: too many were sent there already. Try again tomorrow.',
    busy: 'No link was sent: too many were asked for at this seller within an hour. Try again later. Your payments go on as they are.',
    removed: 'The address is deleted. Nothing more is sent.',
    saved: 'Saved.',
  },
  confirmAddress: 'Confirm your address',
  confirmAddressAbout: (merchant: Piece) =>
    mix`We then e-mail you about your payments to ${merchant}. You can stop that with one click in every mail.`,
  confirmAddressNow: 'Yes, send notices there',
  addressConfirmed: 'Your address is confirmed',
  addressConfirmedAbout: 'We e-mail you about your payments from now on.',
};

/** What stands on receipts, which the service renders. */
export const receipt = {
  title: (number: string, seller: string) => `Receipt ${number} · ${seller}`,
  heading: 'Receipt',
  number: 'Number',
  paidOn: 'Paid on',
  period: 'For the period',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  testMoney: 'Test',
  testMoneySays: 'This was paid in test money: it has no value, so this receipt is not valid.',
  seller: 'Seller',
  soldAs: (name: string) => `Trades as ${name}`,
  taxId: 'Tax id',
  madeOutTo: 'Made out to',
  payersWallet: 'Wallet that paid',
  sellersWallet: 'Wallet that was paid',
  item: 'Item',
  amount: 'Amount',
  unnamedSubscription: 'Subscription',
  unnamedPurchase: 'Purchase',
  paid: 'Paid',
  refundedOn: (date: string) => `Refunded on ${date}`,
  remains: 'Paid after refunds',
  token: 'Token',
  transaction: 'Transaction',
  refundTransaction: 'Transaction of the refund',
  lookUp: 'See it on Solana Explorer',
  note: 'Note',
  proof:
    'The money went straight from wallet to wallet on Solana. The transaction proves it, whoever shows you this page.',
  howToPrint: 'Print this page, or save it as a PDF from your browser’s print dialog: it fits on one sheet.',
  keepPrivate: 'Whoever has this address can read this receipt, and only this one.',
  otherLanguage: 'Read it in',
  addName: 'Put a name on this receipt',
  changeName: 'Change the name on this receipt',
  name: 'Name or company',
  address: 'Address, one line per row (optional)',
  nameHint:
    'It stands on this receipt, and on later ones of the same subscription or order until you change it there. Only its seller can see it.',
  save: 'Save',
  remove: 'Remove the name',
  faults: {
    name_missing: 'Write a name. What looks like a link does not count as one.',
    name_long: 'The name is too long: at most 120 characters.',
    address_long: 'The address is too long: at most 6 lines of 100 characters.',
  },
  missingHeading: 'There is no receipt here',
  missing: 'This address is not complete, or is mistyped. What you paid is not affected.',
  missingWay:
    'Open the link exactly as you received it, or find the receipt among your payments, with the wallet that paid.',
  yourPayments: 'See the payments from your wallet',
};

export const catalogue = {
  /** Its name in itself, for whoever chooses it. */
  name: 'English',
  dir: 'ltr' as 'ltr' | 'rtl',
  formats,
  common,
  checkout,
  paying,
  portal,
  served,
  receipt,
};

/** What a language has to have: all that English has. */
export type Catalogue = typeof catalogue;
