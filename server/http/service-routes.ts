import { readFileSync } from 'node:fs';
import type { Express } from 'express';
import type { Logger } from '../log.ts';
import type { Contract } from './contract.ts';
import { countedAddress } from './client-address.ts';
import { addContractRoutes } from './contract-routes.ts';
import type { RateLimiter } from './rate-limit.ts';
import { sendJson } from './respond.ts';

/** The icon that a wallet shows beside the merchant's name when it asks for a signature. */
const ICON = readFileSync(new URL('icon.svg', import.meta.url));
/** A day: it hardly ever changes. */
const ICON_HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'content-length': ICON.length,
};

/**
 * Whether the service can work, and the details. Public: the fee payers' addresses are in every transaction,
 * and nothing here is secret.
 */
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
 * The routes outside the API: liveness, readiness and the contract. The first two have no rate
 * limit, since a load balancer that is rejected would take the process for dead.
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
  addContractRoutes(app, contract, rateLimiter);
  app.get('/icon.svg', async (req, res) => {
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    res.writeHead(200, ICON_HEADERS).end(ICON);
  });
}
