import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../sdk/src/cli/commands.ts';
import { run } from '../../sdk/src/cli/run.ts';
import packageJson from '../../sdk/package.json' with { type: 'json' };
import { runCli } from './cli-process.ts';

const KEY = { AUTOPAY_SECRET_KEY: 'sk_test_4242' };
/** Nothing listens there: whoever sends something ends with 1. */
const NOWHERE = { AUTOPAY_URL: 'http://127.0.0.1:1' };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-cli-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function call(line: string | readonly string[], env: Record<string, string> = { ...KEY, ...NOWHERE }) {
  let out = '';
  let err = '';
  const code = await run(typeof line === 'string' ? line.split(' ').filter(Boolean) : line, {
    env,
    signal: new AbortController().signal,
    out: (text) => (out += text),
    err: (text) => (err += text),
    pour: async (bytes) => void (out += Buffer.from(bytes).toString()),
  });
  return { code, out, err };
}

describe('help', () => {
  it('lists every command, the settings, and why the key is no option', async () => {
    for (const line of ['help', '--help', '-h']) {
      const { code, out, err } = await call(line, {});
      expect(code).toBe(0);
      expect(err).toBe('');
      for (const { name } of COMMANDS) expect(out).toContain(`  ${name}`);
      for (const word of ['AUTOPAY_SECRET_KEY', 'AUTOPAY_URL', 'AUTOPAY_WEBHOOK_SECRET', 'history']) {
        expect(out).toContain(word);
      }
    }
  });

  it('of a command names each of its options, by help and by --help, and needs no settings', async () => {
    for (const { name, options } of COMMANDS) {
      const { code, out } = await call(`help ${name}`, {});
      expect(code).toBe(0);
      expect((await call(`${name} --help`, {})).out).toBe(out);
      expect((await call(`${name} -h`, {})).out).toBe(out);
      for (const option of [...Object.keys(options), 'json', 'help']) expect(out).toContain(`--${option}`);
    }
  });

  it('of a command that asks no service names no key', async () => {
    expect((await call('verify-proof --help', {})).out).not.toContain('AUTOPAY_SECRET_KEY');
    expect((await call('search --help', {})).out).toContain('AUTOPAY_SECRET_KEY');
  });

  it('of a group shows each of its commands', async () => {
    const { out } = await call('help clock', {});
    expect(out).toContain('clock advance <time>');
    expect(out).toContain('clock show');
  });

  it('--version is the package and its number', async () => {
    for (const line of ['--version', '-v']) {
      expect(await call(line, {})).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
    }
  });
});

describe('what was called wrongly ends with 2, and nothing is sent', () => {
  it.each([
    ['', 'Which command?'],
    ['lisen --forward-to 3000', 'There is no command "lisen". Did you mean "listen"?'],
    ['help lisen', 'There is no command "lisen". Did you mean "listen"?'],
    ['events', 'There is no command "events". There are: events resend.'],
    ['events ressend evt_1', 'There is no command "events ressend". Did you mean "events resend"?'],
    ['clock advanc 1h', 'Did you mean "clock advance"? There are: clock advance, clock show.'],
    ['listen', 'Where to? For example: listen --forward-to localhost:3000/hook'],
    ['listen --forward-to', "Option '--forward-to <value>' argument missing"],
    ['listen --forward 3000', 'Unknown option \'--forward\'. Did you mean "--forward-to"?'],
    ['listen 3000', 'Usage: npx @autopay/sdk listen --forward-to <url>. "3000" is too much.'],
    ['listen --forward-to ftp://x/y', '--forward-to must be where your server listens'],
    ['listen --forward-to http://user:pw@x/', '--forward-to must be where your server listens'],
    ['listen --forward-to http://', '--forward-to must be where your server listens'],
    ['listen --forward-to 3000 --events charge.succeded', 'Did you mean "charge.succeeded"?'],
    ['listen --forward-to 3000 --events charge.failed,', '"" is no kind of event.'],
    ['listen --forward-to 3000 --after man_1', "--after is an event's id, which begins with evt_"],
    ['listen --forward-to 3000 --secret hunter2', '--secret must be a webhook secret: whsec_'],
    ['trigger', 'Which event? For example: trigger charge.succeeded\nThe kinds are:\n  mandate.created'],
    ['trigger charge.sucseeded', 'Did you mean "charge.succeeded"?\nThe kinds are:\n  mandate.created'],
    ['trigger charge.failed charge.failed', 'Usage: npx @autopay/sdk trigger <event>.'],
    ['events resend', 'Usage: npx @autopay/sdk events resend <evt_id>.'],
    ['events resend man_1', 'An event id begins with evt_, and "man_1" is none.'],
    ['events resend evt_../x', 'An event id begins with evt_'],
    ['events resend evt_1 --endpoint evt_1', '--endpoint begins with whe_'],
    ['events resend evt_1 --endpoint whe_1 --forward-to 3000', 'Give --forward-to or --endpoint, not both.'],
    ['events resend evt_1 --secret whsec_12345678901234567890', '--secret signs what --forward-to sends'],
    ['clock advance', 'Usage: npx @autopay/sdk clock advance <time>.'],
    ['clock advance soon', '"soon" is no length of time.'],
    ['clock advance -5', "Unknown option '-5'"],
    ['export', 'Usage: npx @autopay/sdk export <list>.'],
    ['export chargse', 'Did you mean "charges"?'],
    ['export customers --status active', '--status does not narrow customers.'],
    ['export refunds --recovered', '--recovered does not narrow refunds.'],
    ['clock show now', '"now" is too much.'],
    ['clock show --url localhost', '--url must be an http(s) address such as http://127.0.0.1:3000'],
    ['clock show --url http://a:b@c', '--url must be an http(s) address'],
    ['clock show --url http://127.0.0.1:3000/v1', '--url must be without /v1 at its end'],
    ['export charges --url http://127.0.0.1:3000/V1/', '--url must be without /v1 at its end'],
    ['clock show --api-key sk_test_1', "A key is no option: it would stay in the shell's history."],
    ['clock show --key=sk_test_1', 'Set AUTOPAY_SECRET_KEY, or name a file with --api-key-file <path>.'],
    ['clock show --api-key-file /nowhere', '--api-key-file: /nowhere cannot be read (ENOENT).'],
  ])('%s', async (line, message) => {
    const { code, out, err } = await call(line);
    expect(err).toContain(`autopay: `);
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
    expect(err).not.toMatch(/sk_test_\d/);
  });

  it('under --json the error is one line for programs', async () => {
    const { code, out, err } = await call('clock advance soon --json');
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(JSON.parse(err)).toEqual({ error: { code: 'usage', message: expect.stringContaining('"soon"') } });
    expect(err.trimEnd()).not.toContain('\n');
  });

  it('control characters of an argument do not reach the terminal', async () => {
    const { err } = await call(['\u001b[2Jlisten']);
    expect(err).toContain('There is no command " [2Jlisten"');
    expect(err).not.toContain('\u001b');
  });
});

describe('settings', () => {
  it.each(['trigger charge.failed', 'clock show', 'events resend evt_1', 'listen --forward-to 3000'])(
    '%s without a key: one line says what is wanted, with an example',
    async (line) => {
      const { code, err } = await call(line, NOWHERE);
      expect(code).toBe(2);
      expect(err).toMatch(
        /^autopay: No secret key: set AUTOPAY_SECRET_KEY .* sk_test_\.\.\., .*--api-key-file <path>\.\n$/,
      );
    },
  );

  it.each(['whsec_abc', 'pk_test_1', 'sk_test_-', 'sk_test_a b', 'sk_test_a\nX: y'])(
    'what is no key is named by its setting and never repeated',
    async (key) => {
      const { code, err } = await call('clock show', { ...NOWHERE, AUTOPAY_SECRET_KEY: key });
      expect(code).toBe(2);
      expect(err).toContain('AUTOPAY_SECRET_KEY holds no secret key');
      expect(err).not.toContain(key);
    },
  );

  it('a webhook secret in the environment that no verifier would take is refused', async () => {
    const { code, err } = await call('listen --forward-to 3000', {
      ...KEY,
      ...NOWHERE,
      AUTOPAY_WEBHOOK_SECRET: 'whsec_with a space in it',
    });
    expect(code).toBe(2);
    expect(err).toContain('AUTOPAY_WEBHOOK_SECRET must be a webhook secret');
    expect(err).not.toContain('with a space');
  });

  it('the key may stand in a file, with a line break at its end', async () => {
    const file = join(directory, 'key');
    await writeFile(file, 'sk_test_4242\n');
    expect(await call(['clock', 'show', '--api-key-file', file], NOWHERE)).toMatchObject({ code: 1 });
    await writeFile(file, 'whsec_4242\n');
    const { code, err } = await call(['clock', 'show', '--api-key-file', file], NOWHERE);
    expect(code).toBe(2);
    expect(err).toContain(`The file ${file} holds no secret key`);
  });

  it('--url goes before AUTOPAY_URL, and options may stand before the command', async () => {
    const { err } = await call('--url http://127.0.0.1:2 --json clock show');
    expect(JSON.parse(err).error.message).toContain('http://127.0.0.1:2 did not answer');
  });
});

describe('where nothing responds', () => {
  it.concurrent.each([
    'clock show',
    'trigger charge.failed',
    'events resend evt_1',
    'listen --forward-to 3000',
  ])('%s ends with 1 and names the address', async (line) => {
    const { code, err } = await call(line);
    expect(code).toBe(1);
    expect(err).toMatch(/^autopay: http:\/\/127\.0\.0\.1:1 did not answer: .* --url or AUTOPAY_URL\.\n$/);
  });

  it.each(['clock show', 'export charges'])(
    '%s says that it is http where https was asked for',
    async (line) => {
      const { createServer } = await import('node:http');
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const { err } = await call(`${line} --url https://127.0.0.1:${port}`);
      server.close();
      expect(err).toContain('No TLS is spoken there: is it http?');
      expect(err.trim()).not.toContain('\n');
    },
  );

  it.each(['clock show', 'export charges'])('%s says how long to wait', async (line) => {
    const { createServer } = await import('node:http');
    const error = {
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      message: 'Too many requests. Wait the number of seconds in retry-after.',
    };
    const server = createServer((_, response) => {
      response.writeHead(429, { 'retry-after': '61', 'content-type': 'application/json' });
      response.end(JSON.stringify({ error }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { err } = await call(`${line} --url http://127.0.0.1:${port}`);
    server.close();
    expect(err).toContain('(rate_limit_exceeded, status 429, retry-after 61 s');
  });

  it('a response that is not from the service is shown by its first bytes', async () => {
    const { createServer } = await import('node:http');
    const server = createServer((_, response) => response.end('<h1>\u001b[31mWelcome to nginx</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { code, err } = await call(`clock show --url http://127.0.0.1:${port}`);
    server.close();
    expect(code).toBe(1);
    expect(err).toContain('Welcome to nginx');
    expect(err).toContain('(unexpected_response, status 200)');
    expect(err).not.toContain('\u001b');
  });
});

describe('as a process', () => {
  it('trigger --list shows the kinds without a key, in words and for programs', async () => {
    const [words, json] = await Promise.all([
      runCli(['trigger', '--list']),
      runCli(['trigger', '--list', '--json']),
    ]);
    expect(words).toMatchObject({ code: 0, err: '' });
    expect(words.out).toMatch(/charge\.succeeded +Money moved\./);
    expect(JSON.parse(json.out).kinds).toHaveProperty('mandate.created');
  });

  it('ends with the exit code, and writes errors to standard error alone', async () => {
    expect(await runCli(['clock', 'show'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('No secret key'),
    });
  });
});
