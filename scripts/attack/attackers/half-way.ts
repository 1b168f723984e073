import { sleep } from '../../../server/lib/clock.ts';
import type { Attack } from '../part.ts';
import { attackersAddress, dial, targetOf } from '../raw-http.ts';
import { headOf } from '../shapes/shape.ts';

/** Connections of each kind. */
const COUNT = 100;
/** Heads must arrive within 10 s, whole requests within 30 s; the time-outs are looked at every second. */
const HEAD_WITHIN_MS = 13_000;
const WHOLE_WITHIN_MS = 34_000;

/** One way to stop half way, and when the service should have given up on it. */
interface Stall {
  name: string;
  begin: string;
  /** What follows each second. */
  drip: string;
  withinMs: number;
}

/** Opens connections that never finish their request, and waits until the service has closed them all. */
export async function attack({ url, key }: { url: string; key: string }): Promise<Attack> {
  const json = 'content-type: application/json';
  const line = 'POST /v1/products HTTP/1.1';
  const stalls: Stall[] = [
    { name: 'half a head', begin: `${line}\r\nhost: a\r\n`, drip: 'x: y\r\n', withinMs: HEAD_WITHIN_MS },
    { name: 'nothing at all', begin: '', drip: '', withinMs: WHOLE_WITHIN_MS },
    {
      name: 'half a body',
      begin: `${headOf(key, line, [json, 'content-length: 1000'])}{`,
      drip: ' ',
      withinMs: WHOLE_WITHIN_MS,
    },
    {
      name: 'a chunk a second',
      begin: headOf(key, line, [json, 'transfer-encoding: chunked']),
      drip: '1\r\n \r\n',
      withinMs: WHOLE_WITHIN_MS,
    },
  ];
  const found = await Promise.all(stalls.map((stall) => play(url, stall)));
  return { attempts: stalls.length * COUNT, findings: found.flat() };
}

async function play(url: string, { name, begin, drip, withinMs }: Stall): Promise<string[]> {
  const target = targetOf(url);
  const sockets = Array.from({ length: COUNT }, (_, n) => dial(target, attackersAddress(n)).resume());
  for (const socket of sockets) socket.write(begin);
  const isOpen = () => sockets.filter(({ closed }) => !closed);
  const deadline = performance.now() + withinMs;
  while (isOpen().length > 0 && performance.now() < deadline) {
    await sleep(1_000);
    for (const socket of isOpen()) if (socket.writable) socket.write(drip);
  }
  const open = isOpen().length;
  for (const socket of sockets) socket.destroy();
  return open === 0
    ? []
    : [`${open} of ${COUNT} connections with ${name} were still open after ${withinMs} ms`];
}
