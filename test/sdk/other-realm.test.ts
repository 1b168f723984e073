import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import type * as keypair from '@autopay/checkout-js/keypair';
import type * as sdk from '@autopay/sdk';
import { silence, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_9zQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const MANDATE = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };

/** A package as Jest runs it: in a realm of its own, with the host's fetch, whose errors are of the host's realm. */
async function inSandbox<Exports>(name: string): Promise<Exports> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}';`, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'exported',
    platform: 'neutral',
    conditions: ['autopay-source'],
  });
  const context = { crypto, fetch, AbortController, URL, performance, setTimeout, clearTimeout };
  createContext(context);
  runInContext(outputFiles[0]!.text, context);
  return (context as unknown as { exported: Exports }).exported;
}

it('tells in a sandbox, as Jest has one, that nothing was sent, and why', async () => {
  const away = await startScriptedServer(silence);
  await away[Symbol.asyncDispose]();
  const { Autopay } = await inSandbox<typeof sdk>('@autopay/sdk');
  const autopay = new Autopay(KEY, { baseUrl: away.baseUrl, maxRetries: 0 });
  await expect(autopay.mandates.create(MANDATE)).rejects.toMatchObject({
    name: 'ConnectionError',
    code: 'connection_failed',
    retryable: true,
    message: expect.stringMatching(
      /^No connection: connect ECONNREFUSED 127\.0\.0\.1:\d+\. Nothing was sent\.$/,
    ),
    cause: { message: 'fetch failed', cause: { code: 'ECONNREFUSED' } },
  });
});

it('knows an AutopayError of another realm', async () => {
  const { ApiError } = await inSandbox<typeof sdk>('@autopay/sdk');
  const { isAutopayError } = await import('@autopay/sdk');
  const error = new ApiError({ type: 'api_error', code: 'internal_error', message: '', status: 500 });
  expect(error).not.toBeInstanceOf(Error);
  expect(isAutopayError(error)).toBe(true);
});

it('takes a key of another realm', async () => {
  const { signerFromKeyPair } = await inSandbox<typeof keypair>('@autopay/checkout-js/keypair');
  await expect(signerFromKeyPair(new Uint8Array(64))).rejects.toThrow(/public half/);
});
