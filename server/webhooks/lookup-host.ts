import { Resolver } from 'node:dns/promises';

/** Finds every address of a host name. Rejects if there is none, if DNS fails, and when `signal` aborts. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * 2 s for the first try of a name server, twice that for the second: a healthy resolver responds in well
 * under 1 s.
 */
const TRY_MS = 2_000;
const TRIES = 2;

/**
 * A lookup over DNS itself, from the `servers` ("address:port"), or by default the system's. Not getaddrinfo:
 * it cannot be cancelled and holds one of few threads, so a handful of dead names would stop every other
 * lookup of the process; and it reads the hosts file and search domains, which only know private names.
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [ipv4, ipv6] = await Promise.allSettled([
        resolver.resolve4(hostname),
        resolver.resolve6(hostname),
      ]);
      // One family failing is common (no AAAA at all, or a name server that mishandles it) and does not
      // affect the other.
      if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
      return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
