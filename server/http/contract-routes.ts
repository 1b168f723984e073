import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Express } from 'express';
import { countedAddress } from './client-address.ts';
import type { Contract } from './contract.ts';
import type { RateLimiter } from './rate-limit.ts';
import { sendBytes } from './respond.ts';

/**
 * The contract at `/openapi.json` and `/openapi.yaml`, compressed where the client takes that. A client may keep it, and asks each time
 * whether it is still the same: an upgrade changes it, and its address does not.
 */
export function addContractRoutes(app: Express, contract: Contract, rateLimiter: RateLimiter): void {
  serve('/openapi.json', contract.bytes, 'application/json');
  serve('/openapi.yaml', contract.yaml, 'application/yaml; charset=utf-8');

  function serve(path: string, plain: Buffer, type: string): void {
    const versions = { gzip: gzipSync(plain), identity: plain };
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    app.get(path, async (req, res) => {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      const encoding = req.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
      // Each encoding is a representation of its own (RFC 9110, section 8.8.3.3).
      const headers = { 'cache-control': 'no-cache', etag: `"${hash}-${encoding}"`, vary: 'accept-encoding' };
      if (names(req.get('if-none-match'), headers.etag)) {
        res.writeHead(304, headers).end();
        return;
      }
      const encoded: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding };
      sendBytes(res, 200, versions[encoding], { ...headers, ...encoded, 'content-type': type });
    });
  }
}

/** Whether `If-None-Match` names this version, by weak comparison (RFC 9110, section 13.1.2). */
function names(condition: string | undefined, etag: string): boolean {
  const tags = new Set((condition ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return tags.has(etag) || tags.has('*');
}
