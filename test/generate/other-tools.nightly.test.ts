import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { CONTRACT_FILE } from '../../scripts/generate/contract.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** What a stranger writes against types that their own tool made of the file. A line that should not compile says so. */
const STRANGER = `
import type { components, operations } from './types.ts';

type Get<K extends keyof operations, S extends keyof operations[K]['responses']> =
  operations[K]['responses'][S] extends { content: { 'application/json': infer B } } ? B : never;

declare const page: Get<'listMandates', 200>;
export const cursor: string | null = page.nextCursor;
export const status: 'pending' | 'active' | 'revoked' | 'expired' | 'completed' = page.data[0]!.status;
// @ts-expect-error A mandate has no such field.
page.data[0]!.secretHash;

declare const refused: Get<'createMandate', 401>;
export const code: 'unauthenticated' = refused.error.code;
declare const short: Get<'createMandate', 402>;
export const only: 'verification_failed' = short.error.code;
declare const invalid: Get<'createMandate', 400>;
// @ts-expect-error No operation can fail with this under 400.
invalid.error.code === 'email_taken';

type Header = NonNullable<operations['createMandate']['parameters']['header']>;
export const header: Header = { 'Idempotency-Key': 'order-1', 'svc-mode': 'test' };
// @ts-expect-error An operation without the header does not take it.
export const none: NonNullable<operations['createMerchant']['parameters']['header']> = header;

export function amountOf(event: components['schemas']['Event']): string {
  if (event.type === 'charge.succeeded') return event.data.object.amount;
  if (event.type === 'mandate.created') return event.data.object.amountPerPeriod;
  return event.id;
}
declare const view: components['schemas']['CheckoutViewWithSecret'];
export const words: string[] = [view.client_secret, view.merchantName, view.reference];
`;

test('openapi-typescript makes a typed page, typed errors and the idempotency header of the file as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'autopay-contract-'));
  try {
    const types = astToString(await openapiTS(pathToFileURL(CONTRACT_FILE)));
    await writeFile(join(folder, 'types.ts'), types);
    await writeFile(join(folder, 'stranger.ts'), STRANGER);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const flags = [
      '--strict',
      '--noEmit',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
      '--types',
      '',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...flags, 'stranger.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);

test('swagger-parser reads it, and every response has a schema', async () => {
  await SwaggerParser.validate(CONTRACT_FILE);
  const { paths } = (await SwaggerParser.dereference(CONTRACT_FILE)) as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(80);
  for (const { operationId, responses } of operations) {
    for (const [status, { content, headers }] of Object.entries(responses)) {
      const schema = content?.['application/json']?.schema ?? {};
      expect([operationId, status, isTyped(schema)]).toEqual([operationId, status, true]);
      expect([operationId, status, Object.keys(headers ?? {})]).toEqual([
        operationId,
        status,
        expect.arrayContaining(['svc-request-id', 'ratelimit-limit']),
      ]);
    }
  }
});

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: object }>;
}

interface Schema {
  properties?: object;
  allOf?: Schema[];
  oneOf?: Schema[];
}

/** Whether a tool learns of at least one field. */
function isTyped({ properties, allOf, oneOf }: Schema): boolean {
  return properties !== undefined || (allOf ?? oneOf)?.every(isTyped) === true;
}
