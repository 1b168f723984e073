import type { Zone } from '../../../test/webhooks/dns-server.ts';
import { FORBIDDEN_IPV4, FORBIDDEN_IPV6, PUBLIC_IPV4, PUBLIC_IPV6 } from './addresses.ts';

const [V4, V6] = [PUBLIC_IPV4[0]!, PUBLIC_IPV6[0]!];

/** What a name server of the attacker's answers, look-up after look-up; the last answer stays. */
type Play = { a?: readonly string[][]; aaaa?: readonly string[][] };

/** Names that lead to a public address at first sight. */
function playsOn(ipv4: string): Play[] {
  return [
    { a: [[ipv4]] },
    { a: [[V4, ipv4]] },
    { a: [[ipv4, V4]] },
    { a: [[V4, V4, V4, V4, V4, V4, V4, V4, V4, V4, V4, V4, ipv4]] },
    // Rebinding: what was checked first is not what is there when it is connected to.
    { a: [[V4], [ipv4]] },
    { a: [[ipv4], [V4], [ipv4], [V4]] },
    { a: [[V4], [V4], [ipv4]] },
    { a: [[V4], []], aaaa: [[], [`::ffff:${words(ipv4)}`]] },
    { a: [[ipv4]], aaaa: [[V6]] },
    { aaaa: [[V6], [`64:ff9b::${words(ipv4)}`]] },
    { aaaa: [[`::ffff:${words(ipv4)}`]] },
    { aaaa: [[`2002:${words(ipv4)}::1`]] },
  ];
}

/** A zone of names that each play one trick, and names that lead where they say. */
export function hostileZone(): { zone: Zone; hostile: string[]; honest: string[] } {
  const plays: Play[] = [
    ...['127.0.0.1', '169.254.169.254', '10.0.0.1', '192.168.1.254'].flatMap(playsOn),
    ...FORBIDDEN_IPV4.map((address) => ({ a: [[address]] })),
    ...FORBIDDEN_IPV6.map((address) => ({ aaaa: [[address]] })),
    ...FORBIDDEN_IPV6.map((address) => ({ a: [[V4]], aaaa: [[address]] })),
  ];
  const zone: Zone = {};
  const hostile = plays.map(({ a, aaaa }, n) => {
    const name = `n${n}.rebound.com`;
    const [nextA, nextAaaa] = [inTurn(a), inTurn(aaaa)];
    zone[name] = {
      get a() {
        return nextA();
      },
      get aaaa() {
        return nextAaaa();
      },
    };
    return name;
  });
  const honest = [...PUBLIC_IPV4, ...PUBLIC_IPV6].map((address, n) => {
    const name = `h${n}.honest.com`;
    zone[name] = address.includes(':') ? { aaaa: [address] } : { a: [address] };
    return name;
  });
  return { zone, hostile, honest };
}

function inTurn(answers: readonly string[][] = [[]]): () => string[] {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)]!;
}

/** The two last groups of an IPv6 address that carries an IPv4 one. */
function words(ipv4: string): string {
  const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number];
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
