import { describe, expect, it } from 'vitest';
import { address, type Blockhash, type Instruction } from '@solana/kit';
import type { CheckoutView } from '@autopay/checkout-js';
import { inspectAuthorization } from '@autopay/checkout-js/inspect';
import { approvalInstruction } from '../../server/chain/authorization.ts';
import { createAccountInstruction, paymentInstruction } from '../../server/chain/payment.ts';
import { verifySignedAuthorization, verifySignedPayment } from '../../server/chain/submit.ts';
import { compile, toBase64, wireBytes, withBudget } from '../../server/chain/transaction.ts';
import { encodeInstruction } from '../../server/chain/wallet-transaction.ts';
import { makePayer } from './checkout-service.ts';
import { meaningOf, onceViewOf, viewOf } from './issued.ts';

const BLOCK = {
  blockhash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' as Blockhash,
  lastValidBlockHeight: 150n,
};

/** As the service compiles what a wallet signs. */
function wireOf(view: CheckoutView, instructions: Instruction[]): Uint8Array {
  const budget = { unitLimit: 200_000, microLamportsPerUnit: null };
  const parts = { feePayer: address(view.payer), instructions, lifetime: BLOCK };
  return wireBytes(compile(withBudget(budget, parts)));
}

describe('what the service builds', () => {
  it.each(['token', 'token-2022'] as const)(
    'passes as an approval, and its signature passes the service: %s',
    async (tokenProgram) => {
      const payer = await makePayer();
      const view = await viewOf({ payer: payer.address, tokenProgram });
      const terms = { ...meaningOf(view), tokenProgram };
      const instruction = await approvalInstruction(terms);
      const wire = wireOf(view, [instruction]);
      await inspectAuthorization({
        view,
        instruction: encodeInstruction(instruction),
        transaction: toBase64(wire),
      });
      const signed = await payer.signer.signTransaction(wire);
      const issued = { ...terms, issuedAmountsAtomic: [terms.amountAtomic] };
      expect(await verifySignedAuthorization(signed, issued)).toMatchObject({ ok: true });
    },
  );

  it("passes as a one-time payment that makes the payee's account", async () => {
    const payer = await makePayer();
    const view = await onceViewOf({ payer: payer.address });
    const terms = { ...meaningOf(view), tokenProgram: view.tokenProgram };
    const instruction = await paymentInstruction(terms);
    const wire = wireOf(view, [
      await createAccountInstruction({ ...terms, owner: terms.payee }),
      instruction,
    ]);
    await inspectAuthorization({
      view,
      instruction: encodeInstruction(instruction),
      transaction: toBase64(wire),
    });
    const signed = await payer.signer.signTransaction(wire);
    expect(await verifySignedPayment(signed, terms)).toMatchObject({ ok: true });
  });
});
