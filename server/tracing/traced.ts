import type { RpcTransport } from '@solana/kit';
import type { Sql, Tx } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tracer } from '../lib/tracer.ts';

/**
 * `db`, whose transactions tell Postgres which span they belong to: charges and webhooks that they make keep it (migration 0086), and so lead on from the
 * request that made them, in whichever process that is.
 */
export function tracedDb(db: Sql, tracer: Tracer): Sql {
  type Work = (tx: Tx) => Promise<unknown>;
  const begin = (first: string | Work, second?: Work) => {
    const work = typeof first === 'string' ? second! : first;
    const span = tracer.current();
    const traced: Work =
      span === null
        ? work
        : async (tx) => {
            await tx`select set_config('autopay.trace', ${span}, true)`;
            return work(tx);
          };
    return typeof first === 'string' ? db.begin(first, traced) : db.begin(traced);
  };
  return new Proxy(db, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}

/** `transport`, whose calls are spans of the request that they are made for. */
export function tracedTransport(
  transport: RpcTransport,
  { tracer, node, clock }: { tracer: Tracer; node: string; clock: Pick<Clock, 'milliseconds'> },
): RpcTransport {
  return async <T>(request: Parameters<RpcTransport>[0]): Promise<T> => {
    const parent = tracer.current();
    if (parent === null) return transport<T>(request);
    const startMs = clock.milliseconds();
    const { payload } = request;
    const method =
      typeof payload === 'object' && payload !== null && 'method' in payload ? String(payload.method) : 'rpc';
    const end = (error: string | null) =>
      tracer.record({
        name: method,
        kind: 'client',
        parent,
        startMs,
        endMs: clock.milliseconds(),
        attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': method, 'server.address': node },
        error,
      });
    try {
      const answer = await transport<T>(request);
      end(null);
      return answer;
    } catch (error) {
      end(error instanceof Error ? error.name : 'failed');
      throw error;
    }
  };
}
