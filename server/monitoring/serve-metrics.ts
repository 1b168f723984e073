import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { StartError } from '../lib/start-error.ts';
import type { Logger } from '../log.ts';

/** The metrics of one registry, in a form that passes between processes. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A listener that serves `/metrics`. */
export interface MetricsListener {
  url: string;
  close(): Promise<void>;
}

/** A scraper closes what it opened; one that hangs must not hold up a stop. */
const HEADERS_TIMEOUT_MS = 10_000;

/**
 * Serves the snapshots that `gather` returns, as one page in Prometheus' text format. Throws a StartError if the port cannot be had. Errors of
 * gathering are logged and become a 500, which Prometheus shows as a target that is down.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  { log, gather }: { log: Logger; gather: () => Promise<readonly Snapshot[]> },
): Promise<MetricsListener> {
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, (req, res) => {
    const send = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
    if (req.url?.split('?')[0] !== '/metrics') return send(404, 'Only /metrics is here.\n');
    if (req.method !== 'GET') return send(405, 'Only GET is served.\n');
    gather().then(
      async (snapshots) => {
        const page = pageOf(snapshots);
        send(200, await page.metrics(), page.contentType);
      },
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be gathered');
        send(500, 'The metrics could not be gathered. The log says why.\n');
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new StartError(
          `AUTOPAY_METRICS_PORT: metrics cannot be served there (${error.message}). Choose a port that is free, and an AUTOPAY_METRICS_HOST of this machine. Example: AUTOPAY_METRICS_PORT=9464`,
        ),
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * All snapshots as one registry. Their values differ by label, so that adding them up changes none. A value that passed between processes as
 * JSON is null if it was not a number, and left out.
 */
function pageOf(snapshots: readonly Snapshot[]): Registry {
  const readable = snapshots.map((snapshot) =>
    snapshot.map((metric) => ({
      ...metric,
      aggregator: 'sum',
      values: metric.values.filter(({ value }) => Number.isFinite(value)),
    })),
  );
  return AggregatorRegistry.aggregate(readable);
}
