/** Responds to every request with one object, at once, so that only the client is measured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const OBJECT = {
  object: 'mandate',
  id: 'man_8HfLr3VcPa5sJe',
  status: 'active',
  payer: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  payee: '4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW',
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  amountPerPeriod: '12500000',
  periodSeconds: 2_592_000,
  maxPeriods: 12,
  periodsCharged: 3,
  nextChargeAt: 1_767_225_600,
  livemode: false,
  createdAt: 1_759_449_600,
  version: 7,
  metadata: { order: 'order-1042' },
};
const BODY = Buffer.from(JSON.stringify(OBJECT));

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': BODY.length,
      'svc-request-id': 'req_1',
    };
    response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(BODY);
  });
});
// Longer than any client waits between two calls, so that none uses a connection that was just closed.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Answers at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
