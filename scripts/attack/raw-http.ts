import { connect, type Socket } from 'node:net';
import { sleep } from '../../server/lib/clock.ts';

/** What came back on a connection until it was closed, or nothing came for a while. */
export interface Responses {
  /** The status of each response, in order. */
  statuses: number[];
  /** The code of each error. */
  codes: string[];
  text: string;
  closed: boolean;
}

/** A deployment as sockets see it. */
export interface Target {
  host: string;
  port: number;
}

export function targetOf(url: string): Target {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** Attackers have many machines: each `n` is one of 200 addresses that nobody else has. */
export const attackersAddress = (n: number) => `127.0.1.${(n % 200) + 1}`;

/** A connection from `localAddress`, whose late errors are no news: the service closes what it refuses. */
export function dial({ host, port }: Target, localAddress: string): Socket {
  return connect({ host, port, localAddress, noDelay: true }).on('error', () => {});
}

/** Sends `pieces`, 20 ms apart, and reads until the connection closes or a response was followed by 50 ms of silence. */
export async function talk(
  target: Target,
  localAddress: string,
  pieces: readonly (string | Buffer)[],
  timeoutMs = 15_000,
): Promise<Responses> {
  const socket = dial(target, localAddress);
  let text = '';
  let lastMs = performance.now();
  socket.setEncoding('latin1').on('data', (data: string) => {
    text += data;
    lastMs = performance.now();
  });
  for (const [n, piece] of pieces.entries()) {
    if (n > 0) await sleep(20);
    if (socket.writable) socket.write(piece);
  }
  const deadline = performance.now() + timeoutMs;
  const isOver = () => socket.closed || (text !== '' && performance.now() > lastMs + 50);
  while (!isOver() && performance.now() < deadline) await sleep(5);
  const closed = socket.closed;
  socket.destroy();
  return { ...readResponses(text), text, closed };
}

function readResponses(text: string): Pick<Responses, 'statuses' | 'codes'> {
  return {
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    codes: [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code!),
  };
}
