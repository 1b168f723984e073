/** The bystander itself: asks on time, whether the responses before have come or not, so that a stall costs every request in it. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import type { BystanderData, Served } from './bystander.ts';

const EVERY_MS = 100;
/** As long as a person waits. */
const TIMEOUT_MS = 10_000;

const { url, key, address, mandate, product } = workerData as BystanderData;
const agent = new Agent({ keepAlive: true, localAddress: address });
/** A read, a list and a write, in turn. */
const ASKED = [
  { method: 'GET', path: `/v1/mandates/${mandate}` },
  { method: 'GET', path: '/v1/products?limit=10' },
  { method: 'PATCH', path: `/v1/products/${product}`, body: { name: 'Coffee' } },
];

let served: Served = { latenciesMs: [], wrong: [] };
let asked = 0;
let dueMs = performance.now();

function ask(): void {
  const { method, path, body } = ASKED[asked++ % ASKED.length]!;
  const startedMs = dueMs;
  dueMs += EVERY_MS;
  setTimeout(ask, Math.max(0, dueMs - performance.now()));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const out = request(url + path, { agent, method, headers, timeout: TIMEOUT_MS });
  const failed = (why: string) => void served.wrong.push(`${method} ${path}: ${why}`);
  out.on('timeout', () => out.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
  out.on('error', (error) => failed(error.message));
  out.on('response', (response) => {
    text(response).then(
      (answer) => {
        served.latenciesMs.push(performance.now() - startedMs);
        if (response.statusCode !== 200) failed(`${response.statusCode} ${answer.slice(0, 200)}`);
      },
      (error) => failed(String(error)),
    );
  });
  out.end(body === undefined ? undefined : JSON.stringify(body));
}

parentPort!.on('message', () => {
  parentPort!.postMessage(served);
  served = { latenciesMs: [], wrong: [] };
});
ask();
