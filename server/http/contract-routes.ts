import type { Express } from 'express';
import { countedAddress } from './client-address.ts';
import type { Contract } from './contract.ts';
import type { RateLimiter } from './rate-limit.ts';
import { compressNow, sendStatic } from './static-file.ts';

/** The contract at `/openapi.json` and `/openapi.yaml`, compressed where the client takes that. */
export function addContractRoutes(app: Express, contract: Contract, rateLimiter: RateLimiter): void {
  serve('/openapi.json', contract.bytes, 'application/json');
  serve('/openapi.yaml', contract.yaml, 'application/yaml; charset=utf-8');

  function serve(path: string, bytes: Buffer, type: string): void {
    const file = compressNow(bytes, type);
    app.get(path, async (req, res) => {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      sendStatic(req, res, file);
    });
  }
}
