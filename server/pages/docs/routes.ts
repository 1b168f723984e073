import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import { countedAddress } from '../../http/client-address.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { compressNow, sendStatic, type StaticFile } from '../../http/static-file.ts';
import type { Assets } from '../assets.ts';
import { renderDocument } from '../document.ts';
import { PAGE_HEADERS } from '../send-page.ts';
import type { Contract } from './contract.ts';
import { referencePage } from './reference.ts';

const CONTRACT = join(import.meta.dirname, '..', '..', 'generated', 'openapi.json');
const TRY = join(import.meta.dirname, 'try.html');
const HTML = 'text/html; charset=utf-8';

/**
 * The reference of the API at `/docs`, whole and without scripts, and Swagger UI to try it at `/docs/try`, whose
 * scripts take 400 kB. Each is made when it is first asked for.
 */
export function addDocsRoutes(app: Express, assets: Assets, rateLimiter: RateLimiter): void {
  serve('/docs', () => renderDocument(referencePage(readContract()), assets));
  serve('/docs/try', () =>
    readFileSync(TRY, 'utf8').replace(/(src|href)="([\w-]+\.(?:css|js))"/g, (_, name, entry) => {
      return `${name}="${assets.pathOf(entry)}"`;
    }),
  );

  function serve(path: string, render: () => string): void {
    let file: StaticFile | undefined;
    app.get(path, async (req, res) => {
      await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
      file ??= compressNow(Buffer.from(render()), HTML);
      sendStatic(req, res, file, PAGE_HEADERS);
    });
  }
}

function readContract(): Contract {
  return JSON.parse(readFileSync(CONTRACT, 'utf8')) as Contract;
}
