import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Express } from 'express';
import { countedAddress } from './client-address.ts';
import type { RateLimiter } from './rate-limit.ts';
import { sendBytes } from './respond.ts';

const OWN = join(import.meta.dirname, 'docs');
const SWAGGER_UI = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
const [CSS, JAVASCRIPT] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'];

/** The page's files. Nothing else of the package is served. */
const ASSETS = [
  { name: 'index.css', folder: SWAGGER_UI, type: CSS },
  { name: 'swagger-ui.css', folder: SWAGGER_UI, type: CSS },
  { name: 'swagger-ui-bundle.js', folder: SWAGGER_UI, type: JAVASCRIPT },
  { name: 'start.js', folder: OWN, type: JAVASCRIPT },
];

/**
 * Everything from this origin; `data:` for the icons in the style sheet. A script placed elsewhere gains
 * nothing here.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The API reference at `/docs`, rendered by the browser from `/openapi.json`, with the same rate limit. Reads
 * its files now and throws if one is missing.
 */
export function addDocsRoutes(app: Express, rateLimiter: RateLimiter): void {
  let page = readFileSync(join(OWN, 'page.html'), 'utf8');
  for (const { name, folder, type } of ASSETS) {
    const bytes = readFileSync(join(folder, name));
    // The address contains a hash of the content, so that browsers may cache it forever: an upgrade changes
    // the address.
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    page = page.replace(`"/docs/${name}"`, `"/docs/${name}?${version}"`);
    serve(`/docs/${name}`, bytes, {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  serve('/docs', Buffer.from(page), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
  });

  function serve(path: string, bytes: Buffer, headers: Record<string, string>): void {
    app.get(path, async (req, res) => {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      sendBytes(res, 200, bytes, headers);
    });
  }
}
