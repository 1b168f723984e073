/** What needs no other package's declarations, which have a least version of TypeScript of their own. Compiled, not run. */
import * as checkout from '@autopay/checkout-js';
import * as button from '@autopay/checkout-js/button';
import * as inspect from '@autopay/checkout-js/inspect';
import * as keypair from '@autopay/checkout-js/keypair';
import * as redirect from '@autopay/checkout-js/redirect';
import * as wallets from '@autopay/checkout-js/wallets';
import * as words from '@autopay/checkout-js/words';
import { Autopay } from '@autopay/sdk';
import * as core from '@autopay/sdk/core';
import * as mandates from '@autopay/sdk/mandates';
import * as proof from '@autopay/sdk/proof';
import * as fake from '@autopay/sdk/testing';
import * as service from '@autopay/sdk/testing/service';
import * as verify from '@autopay/webhooks-verify';
import * as express from '@autopay/webhooks-verify/express';
import * as lambda from '@autopay/webhooks-verify/lambda';
import * as next from '@autopay/webhooks-verify/next';
import * as postgres from '@autopay/webhooks-verify/postgres';
import { signRequest } from '@autopay/webhooks-verify/testing';

console.log(checkout, button, inspect, keypair, redirect, wallets, words, core, mandates, proof, fake);
console.log(service, verify, express, lambda, next, postgres);
for await (const { id } of new Autopay('sk_test_x', { baseUrl: '' }).mandates.list()) console.log(id);
const { url, method, headers, body } = await signRequest({ body: '{}', secret: 'whsec_x' });
await fetch(url, { method, headers, body });
