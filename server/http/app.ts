import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Sql } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretKeyRing } from '../lib/secret-box.ts';
import type { Tracer } from '../lib/tracer.ts';
import type { Logger } from '../log.ts';
import { Refusals } from './audit.ts';
import { type CheckResponse, createResponseCheck } from './check-response.ts';
import { type Contract, loadContract, OPERATIONS } from './contract.ts';
import { cors } from './cors.ts';
import { createErrorHandler } from './error-handler.ts';
import { beginExchange, type Exchange } from './exchange.ts';
import { csvResponses } from './csv-responses.ts';
import type { Exporters, Handlers } from './handler.ts';
import { KeyHolders } from './key-holders.ts';
import { listTurns } from './list-turns.ts';
import type { RateLimiter } from './rate-limit.ts';
import { showAddressUsage } from './show-address-usage.ts';
import type { UntypedHandler } from './run-handler.ts';
import { serveOperation } from './serve-operation.ts';
import { addServiceRoutes, type Readiness } from './service-routes.ts';
import { createValidator, type Validate } from './validate.ts';

export interface AppOptions {
  db: Sql;
  clock: Clock;
  log: Logger;
  /** Encrypts the responses stored for replays. */
  secretKeys: SecretKeyRing;
  rateLimiter: RateLimiter;
  /** One for each operation of the contract. */
  handlers: Handlers;
  /** Of the lists that are also served as CSV. */
  exporters: Exporters;
  /** The response of `/readyz`. */
  ready: () => Promise<Readiness>;
  /** CIDRs of the proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** The platform owner's key, or null. */
  ownerKey: string | null;
  /** The service's public origin. */
  publicUrl: () => string;
  /**
   * Called when a response was sent, or its client left before (`status` null). `operation` null: none of the contract.
   */
  onServed?:
    | ((request: { operation: string | null; status: number | null; seconds: number }) => void)
    | undefined;
  /** Where a collector of traces is configured: each request is a span of it. */
  tracer?: Tracer | undefined;
  /** Adds the pages for people. */
  addPages: (app: Express) => void;
  /**
   * Validate every response against the contract, and turn an unknown one into a 500. For tests. Default
   * false.
   */
  validateResponses?: boolean;
}

/** The contract and its validator, which takes a second to compile: once for all services of this process. */
let compiled: Promise<{ contract: Contract; validate: Validate }> | undefined;
/** Likewise, where a service asks for it. */
let responseCheck: CheckResponse | undefined;

async function compile() {
  const contract = await loadContract();
  return { contract, validate: await createValidator(contract) };
}

/**
 * The HTTP interface: one route for each operation of the contract, the service's own routes and the pages.
 * Throws on a faulty contract.
 */
export async function createApp(options: AppOptions): Promise<Express> {
  const { rateLimiter } = options;
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  // Names and values literally: `a[b]=1` is a parameter called `a[b]`.
  app.set('query parser', 'simple');
  app.set('trust proxy', [...options.trustedProxies]);

  const { contract, validate } = await (compiled ??= compile());
  const checkResponse = options.validateResponses
    ? (responseCheck ??= createResponseCheck(contract.document))
    : null;
  const inTurn = listTurns();
  const parts = {
    ...options,
    contract,
    validate,
    checkResponse,
    keyHolders: new KeyHolders(options.db, options.clock),
    inTurn,
    refusals: new Refusals(options),
    csv: csvResponses({ ...options, inTurn }),
  };

  app.use(begin(options));
  app.use(cors(rateLimiter));
  for (const operation of OPERATIONS) {
    const route = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = options.handlers[operation.operationId] as UntypedHandler;
    app[operation.method](route, serveOperation(parts, operation, handler));
  }
  // Operations count their requests, and show what is left of that.
  app.use(async (_req, res, next) => {
    await showAddressUsage(rateLimiter, res);
    next();
  });
  addServiceRoutes(app, parts);
  options.addPages(app);
  app.use(() => {
    throw new ApiError('unknown_route');
  });
  app.use(createErrorHandler(options, checkResponse));
  return app;
}

/** A year: a browser that has used the service over https will only use https, whatever link it follows. */
const HSTS = 'max-age=31536000';

/** Starts the exchange, and logs it when it ends. */
function begin({ log, clock, publicUrl, onServed, tracer }: AppOptions): RequestHandler {
  return (req, res, next) => {
    const exchange = beginExchange(res, clock);
    res.setHeader('svc-request-id', exchange.requestId);
    // Browsers accept it only over https (RFC 6797, section 8.1).
    if (publicUrl().startsWith('https:')) res.setHeader('strict-transport-security', HSTS);
    res.once('close', () => {
      // Null: the client disconnected before the response.
      const status = res.headersSent ? res.statusCode : null;
      const ms = clock.milliseconds() - exchange.startedMs;
      logExchange(log, exchange, { status, ms });
      onServed?.({ operation: exchange.operation?.operationId ?? null, status, seconds: ms / 1000 });
    });
    if (tracer === undefined) return next();
    trace(tracer, { req, res, exchange, clock }, next);
  };
}

/** Serves the request as a span, below that of the caller if it names one. Only the operation and the route are in it, no id. */
function trace(
  tracer: Tracer,
  { req, res, exchange, clock }: { req: Request; res: Response; exchange: Exchange; clock: Clock },
  serve: () => void,
): void {
  const { traceparent } = req.headers;
  const parent = typeof traceparent === 'string' ? traceparent : null;
  tracer.begin(parent, (span) => {
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : null;
      const { operation, method, requestId, startedMs } = exchange;
      tracer.record(
        {
          name: operation?.operationId ?? method,
          kind: 'server',
          parent,
          startMs: startedMs,
          endMs: clock.milliseconds(),
          attributes: {
            'http.request.method': method,
            'http.route': operation?.path ?? null,
            'http.response.status_code': status,
            'autopay.request': requestId,
          },
          error: status !== null && status >= 500 ? String(status) : null,
        },
        span,
      );
    });
    serve();
  });
}

/**
 * The route, never the path or query: ids are the merchant's business, and a query may contain a
 * client_secret.
 */
function logExchange(log: Logger, exchange: Exchange, ended: { status: number | null; ms: number }): void {
  const { requestId, method, operation, auth } = exchange;
  // Otherwise health checks and scanners would be most of the log.
  const level = operation ? 'info' : 'debug';
  const merchantId = auth && 'merchantId' in auth ? auth.merchantId : undefined;
  const caller = auth && { caller: auth.kind, merchantId, livemode: auth.livemode };
  log[level]({ requestId, method, route: operation?.path, ...ended, ...caller }, 'request');
}
