import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, type TestMerchant } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

/** A collector, as OpenTelemetry's is: OTLP over HTTP. */
async function startCollector() {
  const spans: Span[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders; resource: unknown }[] = [];
  let status = 200;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      if (status === 200) {
        for (const { resource, scopeSpans } of body.resourceSpans) {
          requests.push({ path: req.url!, headers: req.headers, resource });
          for (const { spans: some } of scopeSpans) spans.push(...some);
        }
      }
      res.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    answer: (code: number) => void (status = code),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
  service = await TestService.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=one%20key',
    OTEL_SERVICE_NAME: 'payments',
  });
  merchant = await service.merchant();
  await merchant.api.webhookEndpoints.create({ url: receiver.url });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await collector.close();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** Makes a mandate that is charged at once, as part of a trace of the caller's. */
async function buy(traceparent: string): Promise<string> {
  const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
  const { body } = await service.call('POST', '/v1/mandates', {
    key: merchant.testKey,
    headers: { traceparent },
    body: {
      payer: payer.address,
      payee: payee.address,
      mint: await service.mint(merchant),
      amountPerPeriod: '1000000',
      periodSeconds: 86_400,
      maxPeriods: 12,
      autoAuthorize: true,
    },
  });
  return body.id;
}

const attribute = (span: Span, key: string) =>
  span.attributes.find((each) => each.key === key)?.value.stringValue ?? null;
const named = (traceId: string, name: string) =>
  collector.spans.filter((span) => span.traceId === traceId && span.name === name);

it('follows a request to its charge and its webhook, across the rows between them', async () => {
  const mandate = await buy(`00-${TRACE}-${CALLER}-01`);
  const [request] = await eventually(() => {
    const found = named(TRACE, 'createMandate');
    return found.length > 0 && found;
  });
  expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2, status: {} });
  expect(attribute(request!, 'http.route')).toBe('/v1/mandates');
  const [charge] = await eventually(() => {
    const found = named(TRACE, 'charge');
    return found.length > 0 && found;
  });
  expect(charge!.parentSpanId).toBe(request!.spanId);
  expect(attribute(charge!, 'autopay.mandate')).toBe(mandate);
  expect(attribute(charge!, 'autopay.signature')).toMatch(/^\w{80,90}$/);
  const [webhook] = await eventually(() => {
    const found = named(TRACE, 'webhook');
    return found.length > 0 && found;
  });
  expect(webhook!.parentSpanId).toBe(request!.spanId);
  expect(attribute(webhook!, 'autopay.outcome')).toBe('delivered');
  expect(BigInt(webhook!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(webhook!.startTimeUnixNano));
  // Calls of nodes that the request waited for.
  expect(collector.spans.some((span) => span.traceId === TRACE && span.kind === 3)).toBe(true);
});

it('says which service it is, with the headers of the collector', () => {
  const [{ path, headers, resource }] = collector.requests as [(typeof collector.requests)[number]];
  expect(path).toBe('/v1/traces');
  expect(headers['x-collector-key']).toBe('one key');
  expect(JSON.stringify(resource)).toContain('"service.name","value":{"stringValue":"payments"}');
});

it('a request without a trace begins one, and a malformed one is none', async () => {
  await service.call('GET', '/v1/tokens', { key: merchant.testKey, headers: { traceparent: '00-zz-1-01' } });
  const span = await eventually(() => collector.spans.findLast(({ name }) => name === 'listTokens'));
  expect(span.parentSpanId).toBeUndefined();
  expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
});

it('a collector that is away holds up nothing', async () => {
  collector.answer(503);
  const trace = 'a'.repeat(32);
  const startedMs = Date.now();
  expect(await buy(`00-${trace}-${CALLER}-01`)).toMatch(/^man_/);
  expect(Date.now() - startedMs).toBeLessThan(20_000);
  collector.answer(200);
});

it('writes nothing about traces, and loads nothing, where no collector is configured', async () => {
  const quiet = await TestService.start();
  expect(quiet.running.deployment.tracer).toBeUndefined();
  const shop = await quiet.merchant();
  const [payer, payee] = [await quiet.wallet(shop), await quiet.wallet(shop)];
  await shop.api.mandates.create({
    payer: payer.address,
    payee: payee.address,
    mint: await quiet.mint(shop),
    amountPerPeriod: '1000000',
    periodSeconds: 86_400,
    maxPeriods: 12,
    autoAuthorize: true,
  } as never);
  expect(await quiet.db`select 1 from charges where trace_parent is not null`).toHaveLength(0);
  await quiet.stop();
});

it('headers that are none stop the start, with an example', () => {
  const read = () =>
    readConfig(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'nothing' },
      [],
    );
  expect(read).toThrow('OTEL_EXPORTER_OTLP_HEADERS: it wants headers as name=value');
});
