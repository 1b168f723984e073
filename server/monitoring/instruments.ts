import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CODE_VERSION } from '../lib/code-version.ts';

/** What a process counts of its own work. Each method is called once for what it names, and never throws. */
export interface Instruments {
  registry: Registry;
  /** A response was sent, or its client left first (`status` null). `operation` null: no operation of the contract. */
  served(request: { operation: string | null; status: number | null; seconds: number }): void;
  /** A node answered a call, or did not. */
  called(call: { mode: string; node: string; method: string; outcome: RpcOutcome; seconds: number }): void;
  /** A round of a background task ended. */
  ran(round: { task: string; outcome: 'done' | 'failed'; seconds: number }): void;
}

/**
 * `answered`: with a result. `refused`: with an error of JSON-RPC. `failed`: with another status than 2xx, or not at all. `dropped`: the
 * answer was not waited for, since another node was quicker or the time was up.
 */
export type RpcOutcome = 'answered' | 'refused' | 'failed' | 'dropped';

/** From a cached read to the 12 s that a response may take to be given up. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12];
/** A near node to the deadline of a call. */
const RPC_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.75, 2, 8];
/** One sweep to a whole round of collecting. */
const ROUND_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];

/**
 * The instruments of one process, each value labelled with `process`: its place in the deployment's machine (`all`, `worker`, `api-1`), which
 * stays the same when the process is replaced, so that the number of series is bounded.
 */
export function createInstruments({ process, role }: { process: string; role: string }): Instruments {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'autopay_build_info',
    help: '1, with the version, the Node.js and the role of this process.',
    labelNames: ['version', 'node_version', 'role'],
    registers,
  }).set({ version: CODE_VERSION, node_version: globalThis.process.version, role }, 1);
  const requests = new Counter({
    name: 'autopay_requests_total',
    help: 'Requests by operation of the contract (other: none) and status (gone: the client left before the response).',
    labelNames: ['operation', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'autopay_request_seconds',
    help: 'Time from the first byte of a request to the end of its response, by operation.',
    labelNames: ['operation'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Counter({
    name: 'autopay_rpc_calls_total',
    help: 'Calls of Solana nodes by method and outcome (answered, refused: an error of JSON-RPC, failed: no or another answer, dropped: not waited for).',
    labelNames: ['mode', 'node', 'method', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'autopay_rpc_seconds',
    help: 'Time that a node took for an answer.',
    labelNames: ['mode', 'node'],
    buckets: RPC_SECONDS,
    registers,
  });
  const rounds = new Counter({
    name: 'autopay_task_rounds_total',
    help: 'Rounds of background tasks by outcome (done, failed: it is tried again).',
    labelNames: ['task', 'outcome'],
    registers,
  });
  const roundSeconds = new Histogram({
    name: 'autopay_task_seconds',
    help: 'Time that a round of a background task took.',
    labelNames: ['task'],
    buckets: ROUND_SECONDS,
    registers,
  });
  return {
    registry,
    served: ({ operation, status, seconds }) => {
      const labels = { operation: operation ?? 'other' };
      requests.inc({ ...labels, status: status ?? 'gone' });
      if (status !== null) requestSeconds.observe(labels, seconds);
    },
    called: ({ mode, node, method, outcome, seconds }) => {
      calls.inc({ mode, node, method, outcome });
      if (outcome === 'answered' || outcome === 'refused') callSeconds.observe({ mode, node }, seconds);
    },
    ran: ({ task, outcome, seconds }) => {
      rounds.inc({ task, outcome });
      roundSeconds.observe({ task }, seconds);
    },
  };
}
