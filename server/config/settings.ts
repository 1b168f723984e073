import { type KeyRing, parseKeyRing } from './key-ring.ts';
import { LOG_LEVELS } from '../log.ts';
import {
  choice,
  cidr,
  listOf,
  nameServer,
  onOff,
  origin,
  type SettingType,
  text,
  url,
  whole,
} from './setting-types.ts';
import { isCleanName } from '../../rules/display-name.ts';
import { type Cidr, parseCidrs } from '../lib/cidr.ts';
import { parseProgramFile, type ProgramFile } from '../lib/program-file.ts';
import {
  isMailAddress,
  type MailAddress,
  parseMailAddress,
  parseSmtpUrl,
  type SmtpServer,
} from '../lib/smtp.ts';

/** One environment variable. */
export interface Setting<T> {
  type: SettingType<T>;
  /** For `--help`: what it does, and what happens without it if it has no default. */
  help: string;
  /** The value used when it is unset or empty, written as it would be set. */
  fallback?: string;
  /** Its value is never repeated, not even in an error message about it. */
  secret?: true;
}

/** A setting whose type knows about its default: without one it may be null. */
function setting<T>(
  type: SettingType<T>,
  help: string,
  rest: { fallback: string },
): Setting<T> & { fallback: string };
function setting<T>(
  type: SettingType<T>,
  help: string,
  rest?: { secret?: true },
): Setting<T> & { fallback?: never };
function setting<T>(type: SettingType<T>, help: string, rest = {}): Setting<T> {
  return { type, help, ...rest };
}

const RPC = url(['http:', 'https:'], 'https://api.mainnet-beta.solana.com');
const KEY_FILE = text('the path of a Solana keypair file', '/etc/autopay/key.json');

/** A whole number with a default, which serves as its example. */
const number = (least: number, most: number, fallback: string, help: string) =>
  setting(whole(least, most, fallback), help, { fallback });
/** As `number`, of how much may happen in a minute. */
const perMinute = (fallback: string, help: string) => number(1, 1_000_000, fallback, help);

/** A million SOL. */
const MOST_LAMPORTS = 1_000_000_000_000_000;

/** `none`, or RPC URLs. */
const RPC_OR_NONE: SettingType<'none' | string[]> = {
  ...listOf(RPC),
  wants: `${listOf(RPC).wants}; or none`,
  parse: (value) => (value === 'none' ? 'none' : listOf(RPC).parse(value)),
};

const PROGRAM_FILE: SettingType<ProgramFile> = {
  wants: 'a program as <address>=<file>',
  example: 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44=subscriptions.so',
  parse: (value) => parseProgramFile(value) ?? undefined,
};

/** Payers read it, as they read a merchant's. */
const NAME: SettingType<string> = {
  wants: 'a name of at most 64 characters, without links or emoji',
  example: 'Example Payments',
  parse: (value) => (isCleanName(value) && [...value].length <= 64 ? value : undefined),
};

const KEY_RING: SettingType<KeyRing> = {
  wants: 'keys as id:base64 of 32 bytes, several with commas; the first encrypts',
  example: 'k1:$(openssl rand -base64 32)',
  parse: (value) => parseKeyRing(value) ?? undefined,
};

const REDIS: SettingType<string> = {
  ...url(['redis:', 'rediss:'], 'rediss://user:password@redis.example:6379/0'),
  parse: (value) => {
    const parsed = /^rediss?:/.test(value) && URL.canParse(value) ? new URL(value) : null;
    // What the client would only reject later: a database that is not a number, credentials that do not
    // decode.
    const isSound = parsed && /^\/?\d*$/.test(parsed.pathname) && decodes(parsed.username + parsed.password);
    return isSound ? value : undefined;
  },
};

const SMTP: SettingType<SmtpServer> = {
  wants:
    'the URL of an SMTP server: smtps:// with TLS from the start, or smtp:// with STARTTLS; ?tls=none for one that has neither, with a password only on this machine',
  example: 'smtps://user:password@mail.example.com',
  parse: (value) => parseSmtpUrl(value) ?? undefined,
};

const MAIL_FROM: SettingType<MailAddress> = {
  wants: 'an e-mail address, with a name before it or without',
  example: 'Example Payments <billing@example.com>',
  parse: (value) => parseMailAddress(value) ?? undefined,
};

const MAIL_TO: SettingType<string> = {
  wants: 'an e-mail address',
  example: 'ops@example.com',
  parse: (value) => (isMailAddress(value) ? value : undefined),
};

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * It is sent in a header, where spaces end it; and a value that looks like another credential would be taken
 * for one.
 */
const OWNER_KEY: SettingType<string> = {
  wants: 'at least 32 visible ASCII characters, such as from: openssl rand -hex 32',
  example: '$(openssl rand -hex 32)',
  parse: (value) => (/^(?!(?:sk|rk|ws)_)[\x21-\x7e]{32,}$/.test(value) ? value : undefined),
};

/** It is kept in a cookie, which some of the characters would end. */
const SETUP_TOKEN: SettingType<string> = {
  wants: 'at least 24 letters and digits, such as from: openssl rand -hex 16',
  example: '$(openssl rand -hex 16)',
  parse: (value) => (/^[A-Za-z0-9]{24,}$/.test(value) ? value : undefined),
};

const WEBHOOK_ALLOW: SettingType<Cidr[]> = {
  ...listOf(cidr),
  example: '127.0.0.1/32',
  parse: (value) => {
    try {
      return parseCidrs(value);
    } catch {
      return undefined;
    }
  },
};

/** Every setting, in the order of `--help`. */
export const SETTINGS = {
  AUTOPAY_HOST: setting(text('the address to listen on', '0.0.0.0'), 'The address to listen on.', {
    fallback: '127.0.0.1',
  }),
  AUTOPAY_PORT: number(
    0,
    65_535,
    '3000',
    'The port to listen on; 0 picks a free one. If unset, PORT is used.',
  ),
  AUTOPAY_PUBLIC_URL: setting(
    origin('https://pay.example.com'),
    'Where people reach this service, for links and wallet sign-in. Unset: http:// with host and port.',
  ),
  AUTOPAY_NAME: setting(
    NAME,
    'What payers read as the one that runs the payments. Unset: the host of AUTOPAY_PUBLIC_URL.',
  ),
  AUTOPAY_DATA_DIR: setting(
    text('a directory', '.data'),
    'Holds the embedded database, the localnet and generated keys.',
    {
      fallback: '.data',
    },
  ),
  DATABASE_URL: setting(
    url(['postgres:', 'postgresql:'], 'postgres://autopay:password@db:5432/autopay'),
    'The PostgreSQL to use. Unset: an embedded one.',
    { secret: true },
  ),
  // PostgreSQL allows 100 by default and reserves 3 for superusers: two APIs, two workers and one more while
  // they are replaced use 90.
  AUTOPAY_DATABASE_CONNECTIONS: number(
    8,
    1000,
    '18',
    'The most database connections of this process. A worker uses 6 of them for the job queue.',
  ),
  AUTOPAY_MIGRATE_AT_START: setting(
    onOff,
    'Bring the database up to date before anything else. off: npm run migrate does it, and a process does not start on an older database.',
    { fallback: 'on' },
  ),
  REDIS_URL: setting(
    REDIS,
    'Counts requests for the rate limits across API processes. Unset: each process counts for itself.',
    { secret: true },
  ),
  AUTOPAY_SECRETS_KEYS: setting(
    KEY_RING,
    'Encrypt secrets at rest. Unset with the embedded database: one is generated.',
    {
      secret: true,
    },
  ),
  AUTOPAY_TEST_RPC_URL: setting(
    RPC_OR_NONE,
    'The chain of test mode. Unset: a local chain starts with the service.',
    { secret: true },
  ),
  AUTOPAY_TEST_FEE_PAYER_KEY_FILE: setting(
    KEY_FILE,
    'Pays the fees in test mode. Needed with AUTOPAY_TEST_RPC_URL.',
  ),
  AUTOPAY_TEST_DELEGATE_KEY_FILE: setting(
    listOf(KEY_FILE),
    'May move what payers approved in test mode; the first file is used for new mandates. Needed with AUTOPAY_TEST_RPC_URL.',
  ),
  AUTOPAY_TEST_PLAN_OWNER_KEY_FILE: setting(
    KEY_FILE,
    'Owns the plans that payers subscribe to in test mode, and pays the rent in them. Unset: the fee payer does.',
  ),
  AUTOPAY_LIVE_RPC_URL: setting(RPC_OR_NONE, 'The chain of live mode. Unset: live mode has no chain.', {
    secret: true,
  }),
  AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: setting(
    KEY_FILE,
    'Pays the fees in live mode. Needed with AUTOPAY_LIVE_RPC_URL.',
  ),
  AUTOPAY_LIVE_DELEGATE_KEY_FILE: setting(
    listOf(KEY_FILE),
    'May move what payers approved in live mode; the first file is used for new mandates. Needed with AUTOPAY_LIVE_RPC_URL.',
  ),
  AUTOPAY_LIVE_PLAN_OWNER_KEY_FILE: setting(
    KEY_FILE,
    'Owns the plans that payers subscribe to in live mode, and pays the rent in them. Unset: the fee payer does.',
  ),
  AUTOPAY_COMMITMENT: setting(
    choice('confirmed', 'finalized'),
    'When a payment counts as made. Unset: finalized in live mode, confirmed in test mode. With a live chain confirmed is rejected.',
  ),
  // A transfer at 50,000 costs about 100 lamports more, 1 % of its fee. In QuickNode's sample of
  // `qn_estimatePriorityFees` two in five transactions bid less. `getRecentPrioritizationFees` only shows the
  // lowest of each block.
  AUTOPAY_MIN_PRIORITY_FEE_MICROLAMPORTS: number(
    0,
    1_000_000_000,
    '50000',
    'The lowest priority fee per compute unit: nodes often report 0 under congestion. It doubles with each expired signature of a charge or refund.',
  ),
  AUTOPAY_MAX_PRIORITY_FEE_MICROLAMPORTS: number(
    0,
    1_000_000_000,
    '1000000',
    'The highest priority fee per compute unit, whatever the lowest and its doubling would be.',
  ),
  AUTOPAY_PULLS_PER_TRANSACTION: number(
    1,
    10,
    '10',
    'The most charges of one payee and token that are pulled in one transaction, which share its fee. 1: each has its own.',
  ),
  AUTOPAY_PUBLISH_PLANS: setting(onOff, "Write each mandate's terms, and its revocation, on chain.", {
    fallback: 'on',
  }),
  AUTOPAY_PUBLISH_PLANS_PER_DAY: number(
    0,
    1_000_000,
    '1000',
    'How many mandates of one merchant, per UTC day and mode, have their terms published on chain before the payer has signed. Those of further mandates, and of mandates started from links and products, are published once the payer has signed.',
  ),
  AUTOPAY_PUBLISH_REVOKES_PER_DAY: number(
    0,
    1_000_000,
    '1000',
    'The most revocations of one merchant that are written on chain within a day; further ones wait.',
  ),
  AUTOPAY_PLANS_PER_DAY: number(
    0,
    1_000_000,
    '100',
    'How many plans of the Subscriptions program are made for one merchant per UTC day and mode. Subscriptions without an end share plans; each with an end has its own.',
  ),
  AUTOPAY_PLAN_RENT_SOL: number(
    0,
    1_000_000,
    '5',
    'The most SOL that the plans of a mode may hold as rent, 0.0043 each. It returns when a plan is no longer needed.',
  ),
  AUTOPAY_SCHEME: setting(
    choice('approval', 'plan'),
    'What stands behind subscriptions that do not ask for one: approval of a sum, or plan: a plan of the Subscriptions program, which enforces amount, period and payee, where the chain has it and whole hours are charged.',
    { fallback: 'approval' },
  ),
  AUTOPAY_SPONSOR_FEES: setting(
    onOff,
    'Pay the network fee of what payers sign, and the rent of the accounts that they open to subscribe to plans, within quotas.',
    { fallback: 'off' },
  ),
  AUTOPAY_SPONSOR_PAYER_LAMPORTS_PER_DAY: number(
    0,
    MOST_LAMPORTS,
    '8000000',
    "The most lamports of rent sponsored for one payer's wallet within 24 hours. A first subscription takes 3,608,320, which return when its accounts are closed. 0: none.",
  ),
  AUTOPAY_SPONSOR_MERCHANT_LAMPORTS_PER_DAY: number(
    0,
    MOST_LAMPORTS,
    '400000000',
    "The same for one merchant's payers.",
  ),
  AUTOPAY_SPONSOR_LAMPORTS_PER_DAY: number(
    0,
    MOST_LAMPORTS,
    '2000000000',
    'The same for all payers of a mode. Whoever is past one of these pays the rent and the fee.',
  ),
  AUTOPAY_SPONSOR_RENT_SOL: number(
    0,
    1_000_000,
    '5',
    'The most SOL of sponsored rent that the accounts of a mode may hold at a time.',
  ),
  AUTOPAY_TEST_FAUCET: setting(
    onOff,
    'Give tokens of the local chain to anyone who tries a checkout, without a key. Unset: on, but off with AUTOPAY_LIVE_RPC_URL.',
  ),
  AUTOPAY_TEST_TOKENS_PER_GIFT: number(
    1,
    1_000_000_000,
    '1000000',
    'The most whole tokens of the local chain given to a test wallet at once. Merchants may give any amount of tokens they created.',
  ),
  AUTOPAY_TEST_TOKENS_PER_DAY: number(
    1,
    1_000_000_000,
    '100000000',
    'The most of them given to one merchant per UTC day.',
  ),
  AUTOPAY_SELL_MODE: setting(choice('all', 'once'), 'once makes a deployment without subscriptions.', {
    fallback: 'all',
  }),
  AUTOPAY_OWNER_KEY: setting(
    OWNER_KEY,
    'The credential of the platform routes. Unset: they reject everyone.',
    { secret: true },
  ),
  AUTOPAY_SETUP_TOKEN: setting(
    SETUP_TOKEN,
    'Opens the page /setup, which makes the owner and the first merchant, until somebody has finished it. Unset: there is no such page.',
    { secret: true },
  ),
  AUTOPAY_SIGN_UP: setting(
    choice('open', 'approval', 'closed'),
    "Who makes merchants. approval: anyone, and they only read until the platform's owner approves them; closed: the owner alone. Both need AUTOPAY_OWNER_KEY. Unset: open, but approval with AUTOPAY_LIVE_RPC_URL.",
  ),
  AUTOPAY_WEBHOOK_ALLOW: setting(
    WEBHOOK_ALLOW,
    'Private ranges that webhooks may go to, for development. Unset: none.',
  ),
  AUTOPAY_DNS_SERVERS: setting(
    listOf(nameServer),
    "Name servers that webhooks' hosts are looked up at. Unset: the system's.",
  ),
  AUTOPAY_WEBHOOK_TARGET_PER_MINUTE: perMinute(
    '6000',
    'Webhooks a minute that one worker sends to one address, whoever registered it. More wait for the next minute.',
  ),
  AUTOPAY_SMTP_URL: setting(SMTP, 'Where mails are handed over. Unset: no mail is sent.', { secret: true }),
  AUTOPAY_MAIL_FROM: setting(
    MAIL_FROM,
    'Who mails are from. Needed with AUTOPAY_SMTP_URL, whose server must be allowed to send for it.',
  ),
  AUTOPAY_OPERATOR_EMAIL: setting(
    listOf(MAIL_TO),
    'Who is told by mail that the fee payer runs low, a chain is halted or behind, charges are late, or the disk of the embedded database is nearly full. Unset: nobody.',
  ),
  AUTOPAY_TRUSTED_PROXIES: setting(listOf(cidr), 'Proxies whose X-Forwarded-For is believed. Unset: none.'),
  AUTOPAY_RATE_KEY_PER_MINUTE: perMinute('6000', 'Requests a minute with one API key.'),
  AUTOPAY_RATE_ADDRESS_PER_MINUTE: perMinute('600', 'Requests a minute from one address without a key.'),
  AUTOPAY_RATE_TOTAL_PER_MINUTE: setting(
    whole(1, 1_000_000, '12000'),
    'Requests a minute from one address over all keys. Unset: twice the larger of the two above.',
  ),
  AUTOPAY_RATE_MERCHANTS_PER_MINUTE: setting(
    whole(1, 1_000_000, '30'),
    'Merchants a minute that one address makes with POST /v1/merchants. Unset: a twentieth of its requests without a key.',
  ),
  AUTOPAY_RATE_SIGN_IN_PER_MINUTE: perMinute('10', 'Sign-ups and sign-ins a minute per address.'),
  AUTOPAY_RATE_GUESSES_PER_MINUTE: perMinute(
    '100',
    'Wrong passwords a minute for one e-mail address, from all addresses together.',
  ),
  AUTOPAY_RATE_CHECKOUT_PER_MINUTE: perMinute(
    '20',
    'Mandates a minute that one address starts from links and products; gifts to test wallets count with them.',
  ),
  AUTOPAY_RATE_NOTICES_PER_MINUTE: perMinute(
    '5',
    "Links to confirm a payer's mail address a minute that one address asks for.",
  ),
  AUTOPAY_RATE_EXPORTS_PER_MINUTE: perMinute(
    '10',
    'CSV exports a minute of one merchant. Each may read every row, so one runs at a time.',
  ),
  AUTOPAY_QUOTA_MANDATES_PER_DAY: number(
    1,
    100_000_000,
    '100000',
    'Mandates that one merchant makes in a UTC day and mode; as many again may be started from its links and products, and as many refunds made.',
  ),
  AUTOPAY_QUOTA_PENDING_MANDATES: number(
    1,
    10_000_000,
    '20000',
    'Mandates of one merchant and mode that wait for their payers at a time. Each waits for a day at most.',
  ),
  AUTOPAY_QUOTA_OBJECTS: number(
    1,
    10_000_000,
    '10000',
    'Payment links of one merchant and mode in total; products and API keys likewise.',
  ),
  AUTOPAY_QUOTA_OBJECTS_PER_DAY: number(
    1,
    10_000_000,
    '1000',
    'Payment links that one merchant makes in a UTC day and mode; likewise products, API keys, webhook endpoints, token requests, test tokens and test events.',
  ),
  AUTOPAY_WORKER_CONCURRENCY: number(
    1,
    200,
    '10',
    'Batches of up to 200 charges that are collected at a time, half of them in each mode.',
  ),
  AUTOPAY_DRAIN_SECONDS: number(
    0,
    300,
    '5',
    'How long /readyz returns 503 after SIGTERM before the listener closes; longer than a load balancer takes to notice.',
  ),
  AUTOPAY_METRICS_PORT: setting(
    whole(0, 65_535, '9464'),
    'The port that serves /metrics for Prometheus; 0 picks a free one, which the log names. Each process on a machine needs one of its own; those of --processes share one. Unset: no metrics.',
  ),
  AUTOPAY_METRICS_HOST: setting(
    text('the address to listen on', '0.0.0.0'),
    'The address that /metrics listens on. It needs no credential: keep it to a network of your own.',
    { fallback: '127.0.0.1' },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    url(['http:', 'https:'], 'http://127.0.0.1:4318'),
    'An OpenTelemetry collector that gets traces, as OTLP over HTTP at /v1/traces. Unset: nothing is traced.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    text('headers as name=value, several with commas', 'authorization=Bearer%20key'),
    'Headers for the collector, their values percent-encoded.',
    { secret: true },
  ),
  OTEL_SERVICE_NAME: setting(text('a name', 'autopay'), 'What traces call this service.', {
    fallback: 'autopay',
  }),
  AUTOPAY_LOCALNET_SLOT_MS: number(1, 60_000, '400', 'Milliseconds per slot of the local chain.'),
  AUTOPAY_LOCALNET_PROGRAMS: setting(
    listOf(PROGRAM_FILE),
    'Programs that the local chain runs beside its own, in place of those that `npm run localnet:program` fetched to the same addresses.',
  ),
  AUTOPAY_LOG_LEVEL: setting(choice(...LOG_LEVELS), 'How much is logged.', { fallback: 'info' }),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

type ValueOf<S> = S extends Setting<infer T> ? (S extends { fallback: string } ? T : T | null) : never;

/** Every setting's value; null if it is unset and has no default. */
export type SettingValues = { [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> };
