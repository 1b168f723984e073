import type { Scheme } from '../rules/mandates/scheme.ts';
import type { Chain } from './chain/rpc.ts';
import type { Sql } from './db/connect.ts';
import type { Cidr } from './lib/cidr.ts';
import type { Clock } from './lib/clock.ts';
import type { CrashPoint } from './lib/crash-points.ts';
import type { Quotas } from './lib/quotas.ts';
import type { SignUp } from './lib/sign-up.ts';
import type { SecretKeyRing } from './lib/secret-box.ts';
import type { Tracer } from './lib/tracer.ts';
import type { MailSettings } from './lib/smtp.ts';
import type { Logger } from './log.ts';

/** The parts of one running deployment, wired once in main.ts and passed to every use case. */
export interface Deployment {
  /** What people call it: it is named as what runs the payments. Null: the host of its public URL. */
  name: string | null;
  db: Sql;
  clock: Clock;
  /** Whether this process may decide by its clock in a mode (null: for both). If not, it takes up no work. */
  clockIsRight: (livemode: boolean | null) => Promise<boolean>;
  log: Logger;
  /** Where a collector of traces is configured. */
  tracer?: Tracer;
  /** Awaited between two durable effects. Does nothing in production; tests kill or freeze a process there. */
  crashPoint: (name: CrashPoint) => Promise<void>;
  /** Null if a mode has no chain: its objects can be read, but nothing can be broadcast. */
  chains: { test: Chain | null; live: Chain | null };
  /** `once`: recurring mandates are rejected. */
  sellMode: 'all' | 'once';
  /** Of subscriptions that do not ask for one, where the chain and the terms allow it. */
  scheme: Scheme;
  /** Pay the network fee of payers' authorizations, within quotas. */
  sponsorFees: boolean;
  quotas: Quotas;
  signUp: SignUp;
  /** Give the localnet's tokens to anyone in a checkout. */
  testFaucet: boolean;
  /** Encrypts secrets, so that a copy of the database does not reveal them. The first key encrypts. */
  secretKeys: SecretKeyRing;
  /** Which addresses webhooks may be sent to, besides public ones. */
  webhookAllow: readonly Cidr[];
  /** Name servers for looking up webhook hosts; null: the system's. */
  dnsServers: readonly string[] | null;
  /** The most webhooks a minute to one address from this process. */
  webhooksPerTarget: number;
  /** Null: no mail is sent. */
  mail: MailSettings | null;
  /**
   * The API's public origin, without a trailing slash. Known once the API listens; a process that is only a
   * worker throws.
   */
  publicUrl: () => string;
}

/** The chain of a mode, or null. */
export function chainOf(deployment: Pick<Deployment, 'chains'>, livemode: boolean): Chain | null {
  return livemode ? deployment.chains.live : deployment.chains.test;
}
