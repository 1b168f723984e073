import type { Express } from 'express';
import type { Logger } from '../log.ts';
import type { Contract } from './contract.ts';
import { countedAddress } from './client-address.ts';
import type { RateLimiter } from './rate-limit.ts';
import { sendBytes, sendJson } from './respond.ts';

/** Whether the service can do its work, and what says so. Shown to everybody: no addresses, no secrets. */
export interface Readiness {
  ok: boolean;
  checks: Record<string, unknown>;
}

interface ServiceParts {
  log: Logger;
  contract: Contract;
  rateLimiter: RateLimiter;
  ready: () => Promise<Readiness>;
}

/**
 * What is no part of the API: whether the process runs, whether it can work, and the contract. The first two are never refused, since a load
 * balancer that is would take the process for dead.
 */
export function addServiceRoutes(app: Express, { log, contract, rateLimiter, ready }: ServiceParts): void {
  app.get('/livez', (_req, res) => sendJson(res, 200, { ok: true }));
  app.get('/readyz', async (_req, res) => {
    const readiness = await ready().catch((error: unknown): Readiness => {
      log.error({ err: error }, 'could not look whether the service is ready');
      return { ok: false, checks: {} };
    });
    sendJson(res, readiness.ok ? 200 : 503, readiness);
  });
  app.get('/openapi.json', async (req, res) => {
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    sendBytes(res, 200, contract.bytes);
  });
}
