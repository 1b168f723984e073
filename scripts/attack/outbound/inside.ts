/** What `parts/outbound.ts` runs inside the network namespace. Prints what it found as JSON on its last line. */
import { createMerchant } from '@autopay/sdk';
import { connect } from '../../../server/db/connect.ts';
import { startDnsServer } from '../../../test/webhooks/dns-server.ts';
import { startMachine } from '../../bench/machine.ts';
import type { Attack } from '../part.ts';
import { FORBIDDEN_IPV4, FORBIDDEN_IPV6, PUBLIC_IPV4, PUBLIC_IPV6 } from './addresses.ts';
import { listenEverywhere, ownEveryAddress } from './listeners.ts';
import { hostileZone } from './names.ts';
import { sendersTo, untilAttempted } from './senders.ts';
import { urlsOfIpv4, urlsOfIpv6 } from './spellings.ts';

/** How often each name is sent to: as often as some DNS answers change. */
const LOOKUPS = 4;
const LANES = 8;
const REDIRECTS = [301, 302, 303, 307, 308];
const PUBLIC: readonly string[] = [...PUBLIC_IPV4, ...PUBLIC_IPV6];

// What it started ends with it.
process.once('SIGTERM', () => process.exit(1));
ownEveryAddress();
const connections = await listenEverywhere();
const { zone, hostile, honest } = hostileZone();
const dns = await startDnsServer(zone);
const machine = await startMachine();
try {
  process.stdout.write(`\n${JSON.stringify(await attack())}\n`);
} finally {
  await machine.stop();
  dns.close();
}
// The listeners would go on.
process.exit(0);

async function attack(): Promise<Attack> {
  const databaseUrl = await machine.createDatabase('outbound');
  const env = { AUTOPAY_WEBHOOK_ALLOW: '', AUTOPAY_DNS_SERVERS: dns.address };
  const url = (await machine.startService('api', databaseUrl, env)).ready[1]!;
  await machine.startService('worker', databaseUrl, env);
  const sql = connect(databaseUrl, { max: 2, applicationName: 'autopay-attack' });
  const literals = [...FORBIDDEN_IPV4.flatMap(urlsOfIpv4), ...FORBIDDEN_IPV6.flatMap(urlsOfIpv6)];
  const targets = [
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://[::1]/',
    '//10.0.0.1/',
    'http://n0.rebound.com/',
  ];
  const redirects = REDIRECTS.flatMap((status) =>
    targets.map((target) => `http://1.1.1.1/redirect/${status}/${encodeURIComponent(target)}`),
  );
  const hosts = PUBLIC.map((address) => (address.includes(':') ? `[${address}]` : address));
  const findings = await registerAll(url, literals);
  const senders = await sendersTo(url, sql, [
    ...literals,
    ...redirects,
    ...[...hosts, ...honest].map((host) => `http://${host}/public`),
  ]);
  const toNames = await sendersTo(
    url,
    sql,
    hostile.map((name) => `http://${name}/`),
  );
  await Promise.all(senders.map(({ send }) => send()));
  for (let n = 0; n < LOOKUPS; n += 1) {
    await Promise.all(toNames.map(({ send }) => send()));
    await untilAttempted(sql);
  }
  const attempts = literals.length + (await untilAttempted(sql));
  await sql.end();
  return { attempts, findings: [...findings, ...judge()] };
}

/** Asks the API to register each URL. It may take one for a name; it must not fail. */
async function registerAll(url: string, hooks: readonly string[]): Promise<string[]> {
  const { keys } = await createMerchant({ name: 'Attacker' }, { baseUrl: url });
  const headers = { authorization: `Bearer ${keys.test}`, 'content-type': 'application/json' };
  const findings: string[] = [];
  const queue = hooks.values();
  const lane = async () => {
    for (const hook of queue) {
      const body = JSON.stringify({ url: hook });
      const { status } = await fetch(`${url}/v1/webhook_endpoints`, { method: 'POST', headers, body });
      if (status !== 201 && status !== 400) findings.push(`${status} to the registration of ${hook}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return findings;
}

function judge(): string[] {
  const reached = new Set(connections.map(({ address }) => address));
  const forbidden = connections.filter(({ address }) => !PUBLIC.includes(address));
  const asked = new Set(connections.map(({ path }) => path?.split('/')[1]));
  return [
    ...forbidden.map(({ address, port, path }) => `a connection to ${address} port ${port} (${path})`),
    ...PUBLIC.filter((address) => !reached.has(address)).map(
      (address) => `no connection to the public ${address}`,
    ),
    ...['redirect', 'public'].filter((path) => !asked.has(path)).map((path) => `nothing asked for /${path}`),
  ];
}
