import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import type { Deployment } from '../../deployment.ts';
import { countedAddress } from '../../http/client-address.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { compressNow, sendStatic, type StaticFile } from '../../http/static-file.ts';
import type { Assets } from '../assets.ts';
import { renderDocument } from '../document.ts';
import { PAGE_HEADERS } from '../send-page.ts';
import type { Contract } from './contract.ts';
import { type Facts, factsReader } from './facts.ts';
import { readGuides } from './guides.ts';
import { docsPage } from './page.ts';

const CONTRACT = join(import.meta.dirname, '..', '..', 'generated', 'openapi.json');
const HTML = 'text/html; charset=utf-8';

/** The documentation at `/docs`, rendered and compressed when it is first asked for, and again when the deployment's tokens change. */
export function addDocsRoutes(
  app: Express,
  deployment: Deployment,
  assets: Assets,
  rateLimiter: RateLimiter,
): void {
  const readFacts = factsReader(deployment);
  let made: { of: string; file: StaticFile } | undefined;
  app.get('/docs', async (req, res) => {
    await rateLimiter.take({ address: countedAddress(req.ip), keyHash: null }, res);
    const facts = await readFacts();
    const of = JSON.stringify(facts);
    if (made?.of !== of) made = { of, file: compressNow(Buffer.from(documentOf(facts, assets)), HTML) };
    sendStatic(req, res, made.file, PAGE_HEADERS);
  });
}

function documentOf(facts: Facts, assets: Assets): string {
  return renderDocument(docsPage(readContract(), readGuides(), facts), assets);
}

function readContract(): Contract {
  return JSON.parse(readFileSync(CONTRACT, 'utf8')) as Contract;
}
