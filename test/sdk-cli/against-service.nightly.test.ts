import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEndpoint } from '@autopay/sdk';
import { verify } from '@autopay/webhooks-verify';
import { subscribe } from '../crash/books.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type CliProcess, runCli, startCli } from './cli-process.ts';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let service: TestService;
let merchant: TestMerchant;
let env: Record<string, string>;
/** Of the merchant's own server, and of the endpoint that it registered. */
let local: Receiver;
let endpointReceiver: Receiver;
let endpoint: WebhookEndpoint;

beforeAll(async () => {
  [service, local, endpointReceiver] = await Promise.all([
    TestService.start(),
    startReceiver(),
    startReceiver(),
  ]);
  merchant = await service.merchant();
  env = { AUTOPAY_SECRET_KEY: merchant.testKey, AUTOPAY_URL: service.url };
  await subscribe(merchant.api);
  endpoint = await merchant.api.webhookEndpoints.create({ url: `${endpointReceiver.url}/hook` });
});
afterAll(async () => {
  await Promise.all([local.close(), endpointReceiver.close()]);
  await service.stop();
});
beforeEach(() => {
  for (const receiver of [local, endpointReceiver]) {
    receiver.received.length = 0;
    receiver.answer = ({ response }) => void response.writeHead(204).end();
  }
});

/** `listen` once it says that it listens. */
async function startListen(
  args: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<CliProcess> {
  const cli = startCli(['listen', '--forward-to', `${local.url}/hook`, ...args], { ...env, ...more });
  await cli.untilOut(/Ctrl-C ends it\.\n.*\n|"type":"listening".*\n/);
  return cli;
}

describe('listen', () => {
  it('forwards each event once, in order, byte for byte as the endpoint gets it', async () => {
    const cli = await startListen();
    const secret = /Webhook secret: (whsec_\w+)/.exec(cli.out())![1]!;
    const first = await merchant.api.test.createEvent({ type: 'charge.failed' });
    const second = await merchant.api.test.createEvent({ type: 'mandate.expired' });
    await eventually(() => local.received.length === 2 && endpointReceiver.received.length === 2);
    expect(local.received.map(({ id }) => id)).toEqual([first.id, second.id]);
    for (const here of local.received) {
      const there = endpointReceiver.received.find(({ id }) => id === here.id)!;
      expect(here.body).toBe(there.body);
      expect(here.path).toBe('/hook');
      const { host: _, 'svc-signature': signature, ...headers } = here.headers;
      const { host: __, 'svc-signature': ___, ...theirs } = there.headers;
      expect(headers).toEqual(theirs);
      expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
      const verified = await verify({ body: here.body, headers: here.headers as never, secrets: secret });
      expect(verified.event.id).toBe(here.id);
      await expect(
        verify({ body: here.body, headers: here.headers as never, secrets: endpoint.secret }),
      ).rejects.toThrow();
    }
    await cli.untilOut(second.id);
    expect(cli.out()).toMatch(
      new RegExp(
        `\\n\\d\\d:\\d\\d:\\d\\d  charge\\.failed +${first.id}  204  \\d+ ms  test event\\n.*mandate\\.expired +${second.id}  204`,
      ),
    );
    // As under npx, which sends on what the terminal has sent to both.
    cli.interrupt();
    cli.interrupt();
    const { code, out, err } = await cli.ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`Stopped: 2 forwarded\\. To go on from here: --after ${second.id}\\n$`));
    expect(out).not.toContain(merchant.testKey);
  });

  it('begins after an event, forwards only the kinds it is told, and speaks JSON', async () => {
    const created = [];
    for (const type of ['charge.failed', 'charge.skipped', 'charge.failed', 'mandate.expired'] as const) {
      created.push(await merchant.api.test.createEvent({ type }));
    }
    const kinds = ['--events', 'charge.failed,mandate.expired'];
    const cli = await startListen(['--after', created[0]!.id, ...kinds, '--json']);
    await eventually(() => local.received.length === 2);
    expect(local.received.map(({ id }) => id)).toEqual([created[2]!.id, created[3]!.id]);
    await cli.untilOut(created[3]!.id);
    cli.interrupt('SIGTERM');
    expect((await cli.ended).code).toBe(0);
    const [listening, ...rest] = cli.records();
    expect(listening).toMatchObject({
      type: 'listening',
      url: service.url,
      livemode: false,
      forwardTo: `${local.url}/hook`,
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(rest).toEqual([
      {
        type: 'forwarded',
        at: expect.any(Number),
        event: 'charge.failed',
        id: created[2]!.id,
        testEvent: true,
        status: 204,
        latencyMs: expect.any(Number),
        error: null,
      },
      expect.objectContaining({ type: 'forwarded', event: 'mandate.expired', id: created[3]!.id }),
      { type: 'stopped', forwarded: 2, failed: 0, last: created[3]!.id },
    ]);
  });

  it('a delivery that fails is shown with the way to send it again, which works', async () => {
    local.answer = ({ response }) => void response.writeHead(500).end('TypeError: oops\u001b[2J');
    const secret = 'whsec_given_by_the_caller';
    const cli = await startListen([], { AUTOPAY_WEBHOOK_SECRET: secret });
    expect(cli.out()).toContain('Signed with the secret of AUTOPAY_WEBHOOK_SECRET.');
    const event = await merchant.api.test.createEvent({ type: 'charge.succeeded' });
    const out = await cli.untilOut('Send it again');
    expect(out).toContain('failed  ');
    expect(out).toContain('  answered 500: TypeError: oops [2J\n');
    expect(out).not.toContain(secret);
    cli.interrupt();
    expect((await cli.ended).out).toContain('Stopped: 0 forwarded, 1 failed.');
    const [, again] = /Send it again: npx @autopay\/sdk (.*)/.exec(out)!;
    local.received.length = 0;
    const settings = { ...env, AUTOPAY_WEBHOOK_SECRET: secret };
    expect(await runCli(again!.split(' '), settings)).toMatchObject({ code: 1 });
    local.answer = ({ response }) => void response.writeHead(200).end();
    const resent = await runCli(again!.split(' '), settings);
    expect(resent).toMatchObject({ code: 0, err: '' });
    expect(resent.out).toMatch(new RegExp(`^${event.id}  charge\\.succeeded  200  \\d+ ms  test event\\n$`));
    const [, { body, headers }] = local.received as [never, (typeof local.received)[0]];
    expect((await verify({ body, headers: headers as never, secrets: secret })).event.id).toBe(event.id);
  });

  it('ends at once on Ctrl-C while the local server hangs, and names the event before as the one to go on from', async () => {
    const before = await merchant.api.test.createEvent({ type: 'charge.failed' });
    const cli = await startListen();
    local.answer = () => {};
    await merchant.api.test.createEvent({ type: 'charge.failed' });
    await eventually(() => local.received.length === 1);
    const interruptedAtMs = performance.now();
    cli.interrupt();
    const { code, out } = await cli.ended;
    expect(code).toBe(0);
    expect(performance.now() - interruptedAtMs).toBeLessThan(20_000);
    expect(out).toContain(`Stopped: 0 forwarded. To go on from here: --after ${before.id}`);
  });

  it('a live key listens too, and says so', async () => {
    const cli = await startListen([], { AUTOPAY_SECRET_KEY: merchant.liveKey });
    expect(cli.out()).toContain('Forwarding live events');
    cli.interrupt();
    expect((await cli.ended).code).toBe(0);
  });

  it('with an event of nobody to begin after, or a key that is none of the service, it ends with 1', async () => {
    const to = ['listen', '--forward-to', local.url];
    const [unknown, stranger] = await Promise.all([
      runCli([...to, '--after', 'evt_1'], env),
      runCli(to, { ...env, AUTOPAY_SECRET_KEY: 'sk_test_stranger' }),
    ]);
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\(resource_missing, status 404, request req_\w+\)/),
    });
    expect(stranger).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\(unauthenticated, status 401, request req_\w+\)/),
    });
  });
});

describe('trigger', () => {
  it('creates the event, and says to how many endpoints it goes', async () => {
    const { code, out } = await runCli(['trigger', 'charge.succeeded'], env);
    expect(code).toBe(0);
    const [, id] = /^(evt_\w+)  charge\.succeeded  test event, on its way to 1 endpoint\n$/.exec(out)!;
    await eventually(() => endpointReceiver.received.some((each) => each.id === id));
    const json = await runCli(['trigger', 'mandate.created', '--json'], env);
    expect(JSON.parse(json.out)).toMatchObject({
      object: 'event',
      type: 'mandate.created',
      pendingWebhooks: 1,
    });
  });

  it('with a live key shows what the service says, and the request to quote', async () => {
    for (const command of [
      ['trigger', 'charge.failed'],
      ['clock', 'advance', '1h'],
      ['clock', 'show'],
    ]) {
      const { code, out, err } = await runCli(command, { ...env, AUTOPAY_SECRET_KEY: merchant.liveKey });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^autopay: .+ \(test_mode_only, status \d+, request req_\w+\)\n$/);
    }
  });

  it('before there is anything that the event could be about, says what is missing', async () => {
    const { testKey } = await service.merchant('Tea Club');
    const { code, err } = await runCli(['trigger', 'charge.failed', '--json'], {
      ...env,
      AUTOPAY_SECRET_KEY: testKey,
    });
    expect(code).toBe(1);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'resource_missing',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    });
  });
});

describe('events resend', () => {
  it('delivers to the endpoint again, and shows its response', async () => {
    const event = await merchant.api.test.createEvent({ type: 'charge.succeeded' });
    await eventually(() => endpointReceiver.received.length === 1);
    await eventually(async () => (await merchant.api.events.get(event.id)).pendingWebhooks === 0);
    const again = await runCli(['events', 'resend', event.id], env);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toMatch(new RegExp(`^${endpoint.id}  ${endpointReceiver.url}/hook  204  \\d+ ms\\n$`));
    expect(endpointReceiver.received.map(({ id }) => id)).toEqual([event.id, event.id]);

    endpointReceiver.answer = ({ response }) => void response.writeHead(503).end('down');
    const failed = await runCli(['events', 'resend', event.id, '--endpoint', endpoint.id, '--json'], env);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.out)).toMatchObject({
      endpoint: endpoint.id,
      delivered: false,
      status: 503,
      error: 'The endpoint answered 503.',
    });
  });

  it('an event that is not there, or that no endpoint was to get, ends with 1', async () => {
    const missing = await runCli(['events', 'resend', 'evt_1'], env);
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('resource_missing') });
    const other = await service.merchant('Milk Club');
    await subscribe(other.api);
    const { data } = await other.api.events.list({ limit: 1 });
    const nobody = await runCli(['events', 'resend', data[0]!.id], {
      ...env,
      AUTOPAY_SECRET_KEY: other.testKey,
    });
    expect(nobody).toMatchObject({
      code: 1,
      err: expect.stringContaining('was to be delivered to no endpoint'),
    });
  });
});

describe('clock', () => {
  it('advances by a length of time, and prints the clock before and after', async () => {
    const before = await merchant.api.test.getClock();
    const { code, out } = await runCli(['clock', 'advance', '1d12h'], env);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^before {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}\(\d+\) {2}1s ahead\nafter {3}.* UTC {2}\(\d+\) {2}1d12h1s ahead\n$/,
    );
    const after = await merchant.api.test.getClock();
    expect(after.offsetSeconds - before.offsetSeconds).toBe(129_600);
    const shown = await runCli(['clock', 'show', '--json'], env);
    expect(JSON.parse(shown.out)).toMatchObject({ object: 'test_clock', offsetSeconds: after.offsetSeconds });
    const json = await runCli(['clock', 'advance', '60', '--json'], env);
    expect(
      json.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { before: expect.objectContaining({ offsetSeconds: after.offsetSeconds }) },
      { after: expect.objectContaining({ offsetSeconds: after.offsetSeconds + 60 }) },
    ]);
  });
});

describe('export', () => {
  it('writes a whole list under its filters, to standard output or to a file that is whole or not there', async () => {
    const { data } = await merchant.api.charges.list();
    const { code, out, err } = await runCli(['export', 'charges'], env);
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^id,mode,status,created,/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(data.map(({ id }) => id));
    const directory = await mkdtemp(join(tmpdir(), 'autopay-export-'));
    const file = join(directory, 'paid.csv');
    const paid = await runCli(['export', 'charges', '--status', 'succeeded', '--out', file], env);
    expect(paid).toMatchObject({ code: 0, out: expect.stringContaining(`bytes in ${file}`) });
    expect((await readFile(file, 'utf8')).trimEnd().split('\r\n').slice(1)).toEqual(
      lines.filter((line) => line.split(',')[2] === 'succeeded'),
    );
    const recovered = await runCli(['export', 'charges', '--recovered'], env);
    expect([recovered.code, recovered.out.trimEnd()]).toEqual([0, lines[0]]);
    const wrong = await runCli(['export', 'charges', '--status', 'paid', '--out', `${file}2`], env);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('(parameter_invalid, status 400)') });
    expect(await readdir(directory)).toEqual(['paid.csv']);
    await rm(directory, { recursive: true });
  });
});
