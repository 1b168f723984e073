import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { type Arguments, HELP_OF_ARGUMENTS, readArguments } from './arguments.ts';
import type { KeyRing } from './key-ring.ts';
import type { ProgramFile } from '../lib/program-file.ts';
import { closestName } from '../lib/closest-name.ts';
import type { Quotas } from '../lib/quotas.ts';
import type { MailSettings } from '../lib/smtp.ts';
import type { SignUp } from '../lib/sign-up.ts';
import type { LogLevel } from '../log.ts';
import { type Setting, type SettingName, SETTINGS, type SettingValues } from './settings.ts';
import { sponsoredRentOf } from './sponsored-rent.ts';
import type { Cidr } from '../lib/cidr.ts';

/** Where a mode settles: nowhere, on the chain that starts with the service, or on a cluster over RPC. */
export type ChainConfig =
  | { kind: 'none' }
  | { kind: 'localnet'; commitment: Commitment; slotMs: number; programs: readonly ProgramFile[] }
  | {
      kind: 'rpc';
      commitment: Commitment;
      /** In order of preference. With two or more, an expiry counts only if two agree. */
      rpcUrls: readonly string[];
      feePayerKeyFile: string;
      /** The first signs for new mandates, the others for those made before a rotation. */
      delegateKeyFiles: readonly string[];
      /** Null: the fee payer owns the plans. */
      planOwnerKeyFile: string | null;
    };

/** `processed` is not offered: such a block can vanish, and the payment with it. */
export type Commitment = 'confirmed' | 'finalized';

/** The process's configuration. Units are in the names. */
export interface Config extends Arguments {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** An origin, without a trailing slash; null: `http://` with the host and the actual port. */
  /** What people call the deployment; null: the host of its public URL. */
  name: string | null;
  publicUrl: string | null;
  /** An absolute path. */
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** In total, including those of the job queue. */
  databaseConnections: number;
  /** Off: a process does not start on a database that is older than its code. */
  migrateAtStart: boolean;
  /** Null: each process counts requests for itself. */
  redisUrl: string | null;
  /** Null only with the embedded database, which uses the key ring in `dataDir`. */
  secretsKeys: KeyRing | null;
  test: ChainConfig;
  live: ChainConfig;
  minPriorityFeeMicroLamports: bigint;
  maxPriorityFeeMicroLamports: bigint;
  pullsPerTransaction: number;
  publishPlans: boolean;
  revokesPublishedPerDay: number;
  /** Of subscriptions that do not ask for one, where the chain and the terms allow it. */
  scheme: 'approval' | 'plan';
  sponsorFees: boolean;
  quotas: Quotas;
  /** Whether anyone can get test tokens in a checkout. */
  testFaucet: boolean;
  sellMode: 'all' | 'once';
  ownerKey: string | null;
  /** Null: there is no page /setup. */
  setupToken: string | null;
  signUp: SignUp;
  /** Non-public ranges that webhooks may go to. Logged prominently at start if there are any. */
  webhookAllow: readonly Cidr[];
  /** As `address` or `address:port`; null: the system's. */
  dnsServers: readonly string[] | null;
  /** Per minute, from this process. */
  webhooksPerTarget: number;
  /** Null: no mail is sent. */
  mail: MailSettings | null;
  /** CIDRs. */
  trustedProxies: readonly string[];
  ratesPerMinute: {
    key: number;
    address: number;
    total: number;
    merchants: number;
    signIn: number;
    guesses: number;
    checkout: number;
    notices: number;
    exports: number;
  };
  workerConcurrency: number;
  drainSeconds: number;
  /** Null: no metrics are counted or served. */
  metrics: { host: string; port: number } | null;
  /** Null: nothing is traced. */
  traces: { endpoint: string; headers: Readonly<Record<string, string>>; serviceName: string } | null;
  logLevel: LogLevel;
}

/**
 * The settings or arguments are wrong. The message has a line for each error, and each says what to write
 * instead.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const LAMPORTS_PER_SOL = 1_000_000_000n;

type Environment = Readonly<Record<string, string | undefined>>;

/** This process's settings. Nothing else in the service reads the environment or the arguments. */
export function loadConfig(): Config {
  return readConfig(process.env, process.argv.slice(2));
}

/**
 * The same for the doctor, which says what is wrong with the settings itself, and takes `--json` besides; null for any other command.
 */
export function loadForDoctor(): {
  json: boolean;
  read: { config: Config } | { problems: readonly string[] };
} | null {
  const [command, ...rest] = process.argv.slice(2);
  if (command !== 'doctor') return null;
  const json = rest.includes('--json');
  try {
    const config = readConfig(
      process.env,
      rest.filter((argument) => argument !== '--json'),
    );
    return { json, read: { config } };
  } catch (error) {
    if (error instanceof ConfigError) return { json, read: { problems: error.problems } };
    throw error;
  }
}

/** The configuration from `env` and the arguments. Throws a ConfigError that lists all errors at once. */
export function readConfig(env: Environment, argv: readonly string[]): Config {
  const problems: string[] = [];
  const args = readArguments(argv, problems);
  refuseUnknown(env, problems);
  const values = readValues(env, problems);
  const { AUTOPAY_RATE_KEY_PER_MINUTE: key, AUTOPAY_RATE_ADDRESS_PER_MINUTE: address } = values;
  const hasLiveChain = (values.AUTOPAY_LIVE_RPC_URL ?? 'none') !== 'none';
  const config: Config = {
    ...args,
    host: values.AUTOPAY_HOST,
    port: values.AUTOPAY_PORT,
    name: values.AUTOPAY_NAME,
    publicUrl: values.AUTOPAY_PUBLIC_URL,
    dataDir: resolve(values.AUTOPAY_DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.AUTOPAY_DATABASE_CONNECTIONS,
    migrateAtStart: values.AUTOPAY_MIGRATE_AT_START,
    redisUrl: values.REDIS_URL,
    secretsKeys: values.AUTOPAY_SECRETS_KEYS,
    test: chainOf('TEST', values, problems),
    live: chainOf('LIVE', values, problems),
    minPriorityFeeMicroLamports: BigInt(values.AUTOPAY_MIN_PRIORITY_FEE_MICROLAMPORTS),
    maxPriorityFeeMicroLamports: BigInt(values.AUTOPAY_MAX_PRIORITY_FEE_MICROLAMPORTS),
    pullsPerTransaction: values.AUTOPAY_PULLS_PER_TRANSACTION,
    publishPlans: values.AUTOPAY_PUBLISH_PLANS,
    revokesPublishedPerDay: values.AUTOPAY_PUBLISH_REVOKES_PER_DAY,
    scheme: values.AUTOPAY_SCHEME,
    sponsorFees: values.AUTOPAY_SPONSOR_FEES,
    quotas: {
      mandatesPerDay: values.AUTOPAY_QUOTA_MANDATES_PER_DAY,
      pendingMandates: values.AUTOPAY_QUOTA_PENDING_MANDATES,
      plansPerDay: values.AUTOPAY_PUBLISH_PLANS_PER_DAY,
      subscriptionPlansPerDay: values.AUTOPAY_PLANS_PER_DAY,
      planRentLamports: BigInt(values.AUTOPAY_PLAN_RENT_SOL) * LAMPORTS_PER_SOL,
      sponsoredRent: sponsoredRentOf(values, problems),
      objects: values.AUTOPAY_QUOTA_OBJECTS,
      objectsPerDay: values.AUTOPAY_QUOTA_OBJECTS_PER_DAY,
      testTokensPerGift: values.AUTOPAY_TEST_TOKENS_PER_GIFT,
      testTokensPerDay: values.AUTOPAY_TEST_TOKENS_PER_DAY,
    },
    testFaucet: values.AUTOPAY_TEST_FAUCET ?? !hasLiveChain,
    sellMode: values.AUTOPAY_SELL_MODE,
    ownerKey: values.AUTOPAY_OWNER_KEY,
    setupToken: values.AUTOPAY_SETUP_TOKEN,
    signUp: values.AUTOPAY_SIGN_UP ?? (hasLiveChain ? 'approval' : 'open'),
    webhookAllow: values.AUTOPAY_WEBHOOK_ALLOW ?? [],
    dnsServers: values.AUTOPAY_DNS_SERVERS,
    webhooksPerTarget: values.AUTOPAY_WEBHOOK_TARGET_PER_MINUTE,
    mail: mailOf(values, problems),
    trustedProxies: values.AUTOPAY_TRUSTED_PROXIES ?? [],
    ratesPerMinute: {
      key,
      address,
      total: values.AUTOPAY_RATE_TOTAL_PER_MINUTE ?? 2 * Math.max(key, address),
      merchants: values.AUTOPAY_RATE_MERCHANTS_PER_MINUTE ?? Math.ceil(address / 20),
      signIn: values.AUTOPAY_RATE_SIGN_IN_PER_MINUTE,
      guesses: values.AUTOPAY_RATE_GUESSES_PER_MINUTE,
      checkout: values.AUTOPAY_RATE_CHECKOUT_PER_MINUTE,
      notices: values.AUTOPAY_RATE_NOTICES_PER_MINUTE,
      exports: values.AUTOPAY_RATE_EXPORTS_PER_MINUTE,
    },
    workerConcurrency: values.AUTOPAY_WORKER_CONCURRENCY,
    drainSeconds: values.AUTOPAY_DRAIN_SECONDS,
    metrics:
      values.AUTOPAY_METRICS_PORT === null
        ? null
        : { host: values.AUTOPAY_METRICS_HOST, port: values.AUTOPAY_METRICS_PORT },
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === null
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS, problems),
            serviceName: values.OTEL_SERVICE_NAME,
          },
    logLevel: values.AUTOPAY_LOG_LEVEL,
  };
  checkTogether(config, env, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Every argument and setting with its default, for `--help`. */
export function helpText(): string {
  const settings = Object.entries<Setting<unknown>>(SETTINGS).map(([name, { help, fallback, type }]) => {
    const standard = fallback === undefined ? '' : `  [default: ${fallback}]`;
    return `  ${name}${standard}\n      ${help}\n      It wants ${type.wants}. Example: ${type.example}`;
  });
  return `${HELP_OF_ARGUMENTS}\n\nSettings (environment variables; an empty one counts as unset):\n${settings.join('\n')}\n`;
}

/** A misspelled setting would silently leave its default in force. */
function refuseUnknown(env: Environment, problems: string[]): void {
  const prefix = 'AUTOPAY_';
  const known = Object.keys(SETTINGS)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  for (const name of Object.keys(env)) {
    if (!name.startsWith(prefix) || known.includes(name.slice(prefix.length))) continue;
    const meant = closestName(name.slice(prefix.length), known);
    const hint = meant ? `Did you mean ${prefix}${meant}?` : 'See --help for all of them.';
    problems.push(`${name}: there is no such setting. ${hint}`);
  }
}

function readValues(env: Environment, problems: string[]): SettingValues {
  // Hosting platforms set PORT; the service's own setting takes precedence.
  const given: Environment = { ...env, AUTOPAY_PORT: env.AUTOPAY_PORT || env.PORT };
  const entries = Object.entries<Setting<unknown>>(SETTINGS).map(([name, { type, fallback, secret }]) => {
    const text = given[name]?.trim();
    const value = text ? type.parse(text) : undefined;
    if (text && value === undefined) {
      const got = secret ? '' : `, not "${text}"`;
      problems.push(`${name}: it wants ${type.wants}${got}. Example: ${name}=${type.example}`);
    }
    return [name, value ?? (fallback === undefined ? null : type.parse(fallback))];
  });
  return Object.fromEntries(entries) as SettingValues;
}

function chainOf(mode: 'TEST' | 'LIVE', values: SettingValues, problems: string[]): ChainConfig {
  const rpcUrls = values[`AUTOPAY_${mode}_RPC_URL`];
  if (rpcUrls === 'none' || (rpcUrls === null && mode === 'LIVE')) return { kind: 'none' };
  const commitment = values.AUTOPAY_COMMITMENT ?? (mode === 'LIVE' ? 'finalized' : 'confirmed');
  if (mode === 'LIVE' && commitment !== 'finalized') {
    problems.push(
      'AUTOPAY_COMMITMENT: live payments count only once they are finalized, since a confirmed block can still vanish. Leave it unset, or set AUTOPAY_COMMITMENT=finalized.',
    );
  }
  if (rpcUrls === null) {
    const { AUTOPAY_LOCALNET_SLOT_MS: slotMs, AUTOPAY_LOCALNET_PROGRAMS: programs } = values;
    return { kind: 'localnet', commitment, slotMs, programs: programs ?? [] };
  }
  const require = <K extends SettingName>(name: K) => {
    if (values[name] === null) {
      problems.push(
        `${name}: it is needed with AUTOPAY_${mode}_RPC_URL. Example: ${name}=${SETTINGS[name].type.example}`,
      );
    }
    return values[name] as NonNullable<SettingValues[K]>;
  };
  return {
    kind: 'rpc',
    commitment,
    rpcUrls,
    feePayerKeyFile: require(`AUTOPAY_${mode}_FEE_PAYER_KEY_FILE`),
    delegateKeyFiles: require(`AUTOPAY_${mode}_DELEGATE_KEY_FILE`),
    planOwnerKeyFile: values[`AUTOPAY_${mode}_PLAN_OWNER_KEY_FILE`],
  };
}

function mailOf(values: SettingValues, problems: string[]): MailSettings | null {
  const { AUTOPAY_SMTP_URL: smtp, AUTOPAY_MAIL_FROM: from, AUTOPAY_OPERATOR_EMAIL: operators } = values;
  if (smtp === null) {
    if (operators !== null) {
      problems.push(
        `AUTOPAY_SMTP_URL: it is needed with AUTOPAY_OPERATOR_EMAIL, or nobody could be told. Example: AUTOPAY_SMTP_URL=${SETTINGS.AUTOPAY_SMTP_URL.type.example}`,
      );
    }
    return null;
  }
  if (from === null) {
    problems.push(
      `AUTOPAY_MAIL_FROM: it is needed with AUTOPAY_SMTP_URL. Example: AUTOPAY_MAIL_FROM=${SETTINGS.AUTOPAY_MAIL_FROM.type.example}`,
    );
    return null;
  }
  return { smtp, from, operators: operators ?? [] };
}

/** Checks combinations of settings that are each valid on their own. */
function checkTogether(config: Config, env: Environment, problems: string[]): void {
  if (env.DATABASE_URL && !env.AUTOPAY_SECRETS_KEYS) {
    const { type } = SETTINGS.AUTOPAY_SECRETS_KEYS;
    problems.push(
      `AUTOPAY_SECRETS_KEYS: it is needed with DATABASE_URL. It wants ${type.wants}. Example: AUTOPAY_SECRETS_KEYS=${type.example}`,
    );
  }
  const isOpen = config.role !== 'worker' && !isLoopback(config.host);
  if (config.live.kind === 'rpc' && isOpen && config.publicUrl === null) {
    problems.push(
      `AUTOPAY_PUBLIC_URL: it is needed with AUTOPAY_LIVE_RPC_URL and AUTOPAY_HOST=${config.host}. Without it people's session cookies would go over plain http, and wallets would sign a text that names ${config.host}. It wants the address that browsers show. Example: AUTOPAY_PUBLIC_URL=https://pay.example.com`,
    );
  }
  if (
    config.mail !== null &&
    config.publicUrl === null &&
    (config.role !== 'all' || !isLoopback(config.host))
  ) {
    problems.push(
      'AUTOPAY_PUBLIC_URL: it is needed with AUTOPAY_SMTP_URL, since mails contain links. It wants the address that people open. Example: AUTOPAY_PUBLIC_URL=https://pay.example.com',
    );
  }
  if (config.role !== 'worker' && config.signUp !== 'open' && config.ownerKey === null) {
    const why = env.AUTOPAY_SIGN_UP ? `AUTOPAY_SIGN_UP=${config.signUp}` : 'AUTOPAY_LIVE_RPC_URL';
    problems.push(
      `AUTOPAY_OWNER_KEY: it is needed with ${why}, since the platform's owner approves or makes merchants. Set it, or AUTOPAY_SIGN_UP=open to let anyone make merchants that may write. Example: AUTOPAY_OWNER_KEY=${SETTINGS.AUTOPAY_OWNER_KEY.type.example}`,
    );
  }
  if (config.role === 'all') return;
  if (!env.DATABASE_URL) {
    problems.push(
      `--role=${config.role}: it needs DATABASE_URL, since an embedded database belongs to one process.`,
    );
  }
  if (config.test.kind === 'localnet' && !env.AUTOPAY_TEST_RPC_URL) {
    problems.push(
      `--role=${config.role}: it needs AUTOPAY_TEST_RPC_URL (a URL, or none), since the local chain belongs to one process.`,
    );
  }
}

/** Whether only this machine can reach what listens there. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Headers as OpenTelemetry writes them: `name=value`, with commas between, and values percent-encoded (W3C Baggage). */
function headersOf(text: string | null, problems: string[]): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=');
        if (at < 1) throw new Error('no name');
        return [pair.slice(0, at).trim().toLowerCase(), decodeURIComponent(pair.slice(at + 1).trim())];
      }),
    );
  } catch {
    problems.push(
      'OTEL_EXPORTER_OTLP_HEADERS: it wants headers as name=value, several with commas, and values percent-encoded. Example: OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20key',
    );
    return {};
  }
}
