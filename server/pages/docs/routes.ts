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
const HTML = 'text/html; charset=utf-8';

/** The reference of the API at `/docs`, rendered and compressed when it is first asked for. */
export function addDocsRoutes(app: Express, assets: Assets, rateLimiter: RateLimiter): void {
  let file: StaticFile | undefined;
  app.get('/docs', async (req, res) => {
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    file ??= compressNow(Buffer.from(renderDocument(referencePage(readContract()), assets)), HTML);
    sendStatic(req, res, file, PAGE_HEADERS);
  });
}

function readContract(): Contract {
  return JSON.parse(readFileSync(CONTRACT, 'utf8')) as Contract;
}
