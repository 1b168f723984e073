import { getApproveCheckedInstructionDataDecoder } from '@solana-program/token';
import { type Address, generateKeyPairSigner } from '@solana/kit';
import { decodeInstruction, planReference } from '@autopay/checkout-js/inspect';
import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPL_TOKEN } from '../../server/chain/token-program.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { newId } from '../../server/lib/ids.ts';
import { checkout, createMandate, MONTHLY } from '../support/checkout.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: TestWallet;
let mandate: MandateWithSecret;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant('Coffee Club');
  [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
  mandate = await createMandate(service, merchant, payer, payee, { trialSeconds: 60 });
});
afterAll(() => service.stop());

const OPERATIONS = [
  ['GET', ''],
  ['POST', '/instruction'],
  ['POST', '/refresh'],
  ['POST', '/submit'],
] as const;
const body = { signedTransaction: 'AAAA' };
const ask = (method: string, path: string, query: string) =>
  service.call(method, `/v1/checkout/mandates/${path}${query}`, path.endsWith('submit') ? { body } : {});

describe('the client_secret', () => {
  test('is required by each operation: absent it is missing, wrong it is invalid, and neither tells more', async () => {
    for (const [method, operation] of OPERATIONS) {
      const path = mandate.id + operation;
      expect(refusal(await ask(method, path, ''))).toBe('400 parameter_missing client_secret');
      expect(refusal(await ask(method, path, '?client_secret='))).toBe('400 parameter_invalid client_secret');
      for (const wrong of ['cs_wrong', `${mandate.client_secret}1`, mandate.client_secret.toLowerCase()]) {
        const answer = await ask(method, path, `?client_secret=${wrong}`);
        expect(refusal(answer)).toBe('401 invalid_client_secret client_secret');
        expect(answer.body.error.type).toBe('authentication_error');
      }
    }
  });

  test('opens nothing that does not exist', async () => {
    for (const id of [newId('mandate'), 'man_0', merchant.id]) {
      for (const [method, operation] of OPERATIONS) {
        const answer = await ask(method, id + operation, `?client_secret=${mandate.client_secret}`);
        expect(refusal(answer)).toBe('404 resource_missing');
      }
    }
  });

  test('goes with no other query parameter, and pages of any origin may use it', async () => {
    const query = `?client_secret=${mandate.client_secret}`;
    expect(refusal(await ask('GET', mandate.id, `${query}&x=1`))).toBe('400 parameter_invalid x');
    const { headers } = await ask('GET', mandate.id, query);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('the view of a pending mandate', () => {
  test('shows the terms, who is paid and what will be approved, and of the merchant only the name', async () => {
    const { status, body: view } = await checkout(service, mandate, '');
    expect(status).toBe(200);
    const {
      client_secret: _,
      merchantId: __,
      object: ___,
      version: ____,
      planSignature: _____,
      clientReference: ______,
      metadata: _______,
      endedAt: ________,
      endedBy: _________,
      ...terms
    } = mandate;
    const budget = (12n * BigInt(MONTHLY.amountPerPeriod)).toString();
    expect(view).toMatchObject({
      ...terms,
      object: 'checkout_mandate',
      merchantName: 'Coffee Club',
      decimals: 6,
      tokenProgram: 'token',
      approveAmount: budget,
      approveParts: [{ mandateId: mandate.id, amount: budget }],
      replacesDelegate: null,
      signingCosts: { paidBy: 'payer', depositLamports: '0', limitReached: false },
      firstCharge: null,
    });
    expect(view).not.toHaveProperty('merchantId');
    expect(view).not.toHaveProperty('client_secret');
    expect(view.genesisHash).toBe(await service.rpc('getGenesisHash'));
  });

  test('is enough to compute the reference again', async () => {
    const { body: view } = await checkout(service, mandate, '');
    const reference = await planReference({ ...view, mandateId: view.id });
    expect(reference).toBe(mandate.reference);
  });

  test("names another application's delegate that the approval would displace", async () => {
    const other = await service.wallet(merchant);
    const { address } = await generateKeyPairSigner();
    const pending = await createMandate(service, merchant, other, payee);
    await service.rpc('autopay_approve', [
      { mint: mandate.mint, owner: other.address, delegate: address, amount: '5' },
    ]);
    await expect.poll(async () => (await checkout(service, pending, '')).body.replacesDelegate).toBe(address);
  });
});

describe('the instruction', () => {
  test('is one ApproveChecked of what the view shows, bound to the terms by the reference', async () => {
    const { body: view } = await checkout(service, mandate, '');
    const { status, body: issued } = await checkout(service, mandate, 'instruction');
    expect(status).toBe(200);
    expect(issued).toMatchObject({ object: 'checkout_instruction', livemode: false });
    const { programAddress, accounts, data } = decodeInstruction(issued.instruction);
    expect(programAddress).toBe(SPL_TOKEN);
    const source = await tokenAccountOf(payer.address as Address, mandate.mint as Address, 'token');
    expect(accounts).toEqual([
      { address: source, signer: false, writable: true },
      { address: mandate.mint, signer: false, writable: false },
      { address: view.delegate, signer: false, writable: false },
      { address: payer.address, signer: true, writable: false },
      { address: view.reference, signer: false, writable: false },
    ]);
    expect(getApproveCheckedInstructionDataDecoder().decode(data)).toMatchObject({
      amount: BigInt(view.approveAmount),
      decimals: view.decimals,
    });
  });

  test('of a one-time order is the payment itself', async () => {
    const order = await createMandate(service, merchant, payer, payee, { sellMode: 'once', maxPeriods: 1 });
    expect((await checkout(service, order, '')).body).toMatchObject({
      approveAmount: null,
      approveParts: [],
    });
    const { body: issued } = await checkout(service, order, 'instruction');
    const { accounts, data } = decodeInstruction(issued.instruction);
    const destination = await tokenAccountOf(payee.address as Address, mandate.mint as Address, 'token');
    expect(accounts.map(({ address }) => address).slice(1)).toEqual([
      mandate.mint,
      destination,
      payer.address,
      order.reference,
    ]);
    // TransferChecked is 12, then the amount and the decimals.
    expect(Buffer.from(data).toString('hex')).toBe('0c40420f000000000006');
  });

  test('takes no body', async () => {
    expect(refusal(await checkout(service, mandate, 'instruction', { amount: '1' }))).toBe(
      '400 parameter_invalid amount',
    );
  });
});
