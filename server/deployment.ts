import type { Chain } from './chain/rpc.ts';
import type { Sql } from './db/connect.ts';
import type { Clock } from './lib/clock.ts';
import type { CrashPoint } from './lib/crash-points.ts';
import type { Quotas } from './lib/quotas.ts';
import type { SignUp } from './lib/sign-up.ts';
import type { SecretKeyRing } from './lib/secret-box.ts';
import type { Logger } from './log.ts';
import type { OutboundPolicy } from './webhooks/outbound-policy.ts';

/** The parts of one running deployment, wired once in main.ts and handed to every use case. */
export interface Deployment {
  db: Sql;
  clock: Clock;
  /** Whether this process may decide by its clock in a mode (null: in what concerns both). One that may not takes nothing up. */
  clockIsRight: (livemode: boolean | null) => Promise<boolean>;
  log: Logger;
  /** Awaited between two durable effects. Does nothing in production; tests kill or freeze a process there. */
  crashPoint: (name: CrashPoint) => Promise<void>;
  /** Null where a mode has no chain: its objects can be read, and nothing can be broadcast. */
  chains: { test: Chain | null; live: Chain | null };
  /** `once`: recurring mandates are refused. */
  sellMode: 'all' | 'once';
  /** Pay the network fee of payers' authorizations, within quotas. */
  sponsorFees: boolean;
  quotas: Quotas;
  signUp: SignUp;
  /** Give tokens of the localnet to anyone at a checkout. */
  testFaucet: boolean;
  /** Encrypts what is kept but must never be read from a copy of the database. The first key encrypts. */
  secretKeys: SecretKeyRing;
  /** Which addresses webhooks may be sent to, besides public ones. */
  webhookAllow: OutboundPolicy['allow'];
  /** Name servers that webhooks' hosts are looked up at; null: the system's. */
  dnsServers: readonly string[] | null;
  /** The most webhooks a minute to one address from this process. */
  webhooksPerTarget: number;
  /** Where people reach the API, an origin without a slash at its end. Known once the API listens; a worker alone has none and throws. */
  publicUrl: () => string;
}

/** The chain of a mode, or null. */
export function chainOf(deployment: Pick<Deployment, 'chains'>, livemode: boolean): Chain | null {
  return livemode ? deployment.chains.live : deployment.chains.test;
}
