import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import type * as autopay from '@autopay/webhooks-verify';
import { delivery, secret } from './delivery.ts';

/** The package as one script, as edge platforms bundle it. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `globalThis.autopay = import('@autopay/webhooks-verify');`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    conditions: ['autopay-source'],
  });
  return outputFiles[0]!.text;
}

it('runs with WebCrypto and without any Node API, except for verifySync', async () => {
  const script = await bundled();
  const globals = { crypto, TextEncoder, TextDecoder, Request, Headers, atob, Uint8Array, ArrayBuffer };
  const context: typeof globals & { autopay?: Promise<typeof autopay> } = {
    ...globals,
  };
  runInNewContext(script, context);
  const { verify, verifySync } = await context.autopay!;
  const { request, headers, body } = await delivery();
  expect((await verify({ request, secrets: secret })).event.id).toBe('evt_1');
  await expect(verify({ body: `${String(body)} `, headers, secrets: secret })).rejects.toMatchObject({
    code: 'looks_reserialized',
  });
  expect(() => verifySync({ body, headers, secrets: secret })).toThrow('use verify here');
});
