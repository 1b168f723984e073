import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';
import { randomAddress } from '../support/deployment.ts';
import { broadcast, issuedInstruction, signOwn, withAccountAt } from '../support/wallet-signing.ts';
import { approvalReference, askRefund, delegateRefunds, makeSale, refundedOf, type Sale } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Anyone's transactions that list the payee's reference: transfers to oneself, each of its own amount so that no two are the same. */
async function spam(sale: Sale, count: number): Promise<void> {
  const [reference, stranger] = [await approvalReference(service, sale), await service.wallet(sale.merchant)];
  const source = createNoopSigner(stranger.address as Address);
  const sent = Array.from({ length: count }, async (_, n) => {
    const transfer = getTransferSolInstruction({
      source,
      destination: source.address,
      amount: BigInt(n + 1),
    });
    const [from, to] = transfer.accounts;
    const accounts = [{ ...from, signer: undefined }, to, { address: reference, role: AccountRole.READONLY }];
    const wire = await signOwn(service, stranger, { ...transfer, accounts } as Instruction);
    await broadcast(service, wire);
  });
  await Promise.all(sent);
}

describe.concurrent.each(['token', 'token-2022'] as const)(
  'a refund of a payee who delegated refunds, on the %s program',
  (program) => {
    test('settles in the request, until the allowance is used up; then the payee signs again', async () => {
      const sale = await makeSale(service, { program });
      const { payer, payee, mint } = sale;
      await delegateRefunds(service, sale, 500_000n);
      const { status, body } = await askRefund(service, sale, { amount: '300000' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'succeeded', amount: '300000', failure: null });
      expect(body.txSignature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
      expect(body).not.toHaveProperty('transaction');
      expect(await refundedOf(sale)).toBe('300000');
      expect(await balanceOnChain(service, payer.address, mint)).toBe(9_300_000n);
      expect(await balanceOnChain(service, payee.address, mint)).toBe(5_700_000n);

      const beyond = await askRefund(service, sale, { amount: '200001' });
      expect(beyond).toMatchObject({ status: 201, body: { status: 'pending' } });
      expect(beyond.body).toHaveProperty('transaction');
      const within = await askRefund(service, sale, { amount: '200000' });
      expect(within.body.status).toBe('succeeded');
    });
  },
);

describe.concurrent('the delegate', () => {
  test('signs each of many refunds at once exactly once', async () => {
    const sale = await makeSale(service);
    await delegateRefunds(service, sale, 1_000_000n);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => askRefund(service, sale, { amount: '250000' })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(4);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toBe('400 refund_exceeds_charge amount');
    }
    expect(made.map(({ body }) => body.status)).toEqual(Array<string>(4).fill('succeeded'));
    expect(new Set(made.map(({ body }) => body.txSignature)).size).toBe(4);
    expect(await refundedOf(sale)).toBe('1000000');
    expect(await balanceOnChain(service, sale.payee.address, sale.mint)).toBe(5_000_000n);
  });

  test('finds the approval behind 60 foreign transactions, and does not search for it again', async () => {
    const sale = await makeSale(service);
    await delegateRefunds(service, sale, 500_000n);
    await spam(sale, 60);
    expect((await askRefund(service, sale, { amount: '1' })).body).toMatchObject({ status: 'succeeded' });
    const reference = await approvalReference(service, sale);
    const count = () =>
      service.db`select count(*) as read from refund_approvals where reference = ${reference}`;
    const [before] = await count();
    await spam(sale, 25);
    expect((await askRefund(service, sale, { amount: '1' })).body).toMatchObject({ status: 'succeeded' });
    expect((await count())[0]).toEqual(before);
  });

  test('signs with the key that the payee approved, whichever pulls for the mandate since', async () => {
    const sale = await makeSale(service);
    await delegateRefunds(service, sale, 500_000n);
    await service.db`
      update mandates set plan_delegate = delegate, delegate = ${randomAddress()} where id = ${sale.mandate.id}`;
    expect((await askRefund(service, sale, { amount: '1' })).body).toMatchObject({ status: 'succeeded' });
  });

  test('does not sign out of an approval that was given for something else', async () => {
    const sale = await makeSale(service);
    const { merchant, payer, payee, mint } = sale;
    const other = await createMandate(service, merchant, payee, payer, { mint });
    const approval = issuedInstruction(await checkout(service, other, 'instruction'));
    const plain = withAccountAt(approval, 4, payer.address);
    await broadcast(service, await signOwn(service, payee, plain));
    expect((await askRefund(service, sale, {})).body).toMatchObject({ status: 'pending' });
  });

  test('does not sign while the payee pays by an active mandate on that mint: that allowance is for its charges', async () => {
    const sale = await makeSale(service);
    const { merchant, payer, payee, mint } = sale;
    await delegateRefunds(service, sale, 500_000n);
    const paying = await createMandate(service, merchant, payee, payer, { mint, trialSeconds: 3600 });
    await authorizeMandate(service, paying, payee);
    const refund = await askRefund(service, sale, { amount: '1' });
    expect(refund.body).toMatchObject({ status: 'pending' });
    expect(refund.body).toHaveProperty('transaction');
  });
});
