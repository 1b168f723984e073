/**
 * What a customer's program does with the three packages, once each. Like its neighbours it is type-checked and run against their tarballs
 * in a project of its own; here, with everything else, against their sources.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CheckoutError } from '@autopay/checkout-js';
import { decodeInstruction, planReference } from '@autopay/checkout-js/inspect';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { Autopay, AutopayError, type Mandate } from '@autopay/sdk';
import { verify } from '@autopay/webhooks-verify';

const server = createServer((request, response) => {
  const known = request.url === '/v1/mandates/man_1';
  const body = known
    ? { object: 'mandate', id: 'man_1', status: 'active' }
    : { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' } };
  response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const autopay = new Autopay('sk_test_abc', {
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});
const mandate: Mandate = await autopay.mandates.get('man_1');
assert.equal(mandate.status, 'active');
await assert.rejects(
  autopay.mandates.get('man_2'),
  (error) => error instanceof AutopayError && error.code === 'resource_missing',
);
server.closeAllConnections(); // one kept alive would keep the program, too
server.close();

assert.throws(
  () => decodeInstruction('AAAA'),
  (error) => error instanceof CheckoutError && error.code === 'transaction_mismatch',
);
const { address } = await signerFromKeyPair(
  // RFC 8032 section 7.1, test 1.
  Buffer.from(
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    'hex',
  ),
);
const reference = await planReference({
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  mandateId: mandate.id,
  payer: address,
  payee: address,
  mint: address,
  amountPerPeriod: '1',
  periodSeconds: 60,
  maxPeriods: null,
  trialSeconds: 0,
  sellMode: 'subscription',
  delegate: address,
});
assert.match(reference, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

const body = '{"id":"evt_1","type":"charge.succeeded"}';
const header = `t=1767225600,v1=${createHmac('sha256', 'whsec_abc').update(`1767225600.${body}`).digest('hex')}`;
const { event } = await verify({ body, header, secrets: 'whsec_abc', now: 1_767_225_600 });
assert.equal(event.id, 'evt_1');
console.log('ok');
