import { describe, expect, it } from 'vitest';
import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { getCreateAssociatedTokenIdempotentInstruction, getRevokeInstruction } from '@solana-program/token';
import type { CheckoutView } from '@autopay/checkout-js';
import { inspectAuthorization } from '@autopay/checkout-js/inspect';
import {
  accountOf,
  approval,
  bincode,
  meaningOf,
  type Meaning,
  onceViewOf,
  payment,
  TOKEN_2022,
  viewOf,
  WALLETS,
  wire,
} from './issued.ts';

const mismatch = expect.objectContaining({ name: 'CheckoutError', code: 'transaction_mismatch' });
const { payer, payee, other, mint } = WALLETS;

async function inspect(
  view: CheckoutView,
  main: Instruction,
  all = [main],
  feePayer: Address = payer,
): Promise<void> {
  await inspectAuthorization({ view, instruction: bincode(main), transaction: wire(all, feePayer) });
}

/** Each term swapped for another in what is signed, while the view stays honest. */
const SWAPS: [string, Partial<Meaning>][] = [
  ['payer', { payer: other }],
  ['mint', { mint: other }],
  ['reference', { reference: other }],
  ['amount, one unit more', { amountAtomic: 153_000_001n }],
  ['amount, one unit less', { amountAtomic: 152_999_999n }],
  ['decimals', { decimals: 9 }],
  ['token program', { program: TOKEN_2022 }],
];

describe('an approval', () => {
  it('passes when it means the terms shown, for both token programs', async () => {
    for (const tokenProgram of ['token', 'token-2022'] as const) {
      const view = await viewOf({ tokenProgram });
      await inspect(view, await approval(meaningOf(view)));
    }
  });

  it.each([...SWAPS, ['delegate', { delegate: other }]] as typeof SWAPS)(
    'is refused with another %s',
    async (_, swap) => {
      const view = await viewOf();
      await expect(inspect(view, await approval({ ...meaningOf(view), ...swap }))).rejects.toEqual(mismatch);
    },
  );

  it('is refused when the transaction carries another one than the instruction', async () => {
    const view = await viewOf();
    const honest = await approval(meaningOf(view));
    const greedy = await approval({ ...meaningOf(view), amountAtomic: 2n ** 64n - 1n });
    await expect(inspect(view, honest, [greedy])).rejects.toEqual(mismatch);
    await expect(inspect(view, greedy, [honest])).rejects.toEqual(mismatch);
    await expect(inspect(view, honest, [honest, greedy])).rejects.toEqual(mismatch);
    await expect(inspect(view, honest, [honest, honest])).rejects.toEqual(mismatch);
    await expect(inspect(view, honest, [])).rejects.toEqual(mismatch);
  });

  it('is refused when it is a payment', async () => {
    const view = await viewOf();
    await expect(inspect(view, await payment(meaningOf(view)))).rejects.toEqual(mismatch);
  });

  it('is refused when the reference is missing, writable, a signer, or not alone', async () => {
    const view = await viewOf();
    const { programAddress, accounts, data } = await approval(meaningOf(view));
    const [reference] = accounts!.slice(-1);
    const variants = [
      accounts!.slice(0, -1),
      [...accounts!.slice(0, -1), { ...reference!, role: AccountRole.WRITABLE }],
      [...accounts!.slice(0, -1), { ...reference!, role: AccountRole.READONLY_SIGNER }],
      [...accounts!, { address: other, role: AccountRole.READONLY }],
    ];
    for (const variant of variants) {
      await expect(inspect(view, { programAddress, accounts: variant, data: data! })).rejects.toEqual(
        mismatch,
      );
    }
  });

  it('is refused beside anything that is not a compute budget', async () => {
    const view = await viewOf();
    const main = await approval(meaningOf(view));
    const source = await accountOf(payer, mint, meaningOf(view).program);
    const signer = createNoopSigner(payer);
    const additions: Instruction[] = [
      getTransferSolInstruction({ source: signer, destination: other, amount: 1n }),
      getRevokeInstruction({ source, owner: signer }),
      memo('hello'),
      { programAddress: other, accounts: [], data: new Uint8Array([1]) },
      await payment({ ...meaningOf(view), program: TOKEN_2022 }),
      createPayeeAccount(view, payee, await accountOf(payee, mint, meaningOf(view).program)),
    ];
    for (const addition of additions) {
      await expect(inspect(view, main, [addition, main])).rejects.toEqual(mismatch);
      await expect(inspect(view, main, [main, addition])).rejects.toEqual(mismatch);
    }
  });

  it('may set a compute limit and a modest price, not one that burns the SOL of the payer', async () => {
    const view = await viewOf();
    const main = await approval(meaningOf(view));
    const limit = getSetComputeUnitLimitInstruction({ units: 10_000 });
    await inspect(view, main, [
      limit,
      getSetComputeUnitPriceInstruction({ microLamports: 100_000_000n }),
      main,
    ]);
    for (const all of [
      [limit, getSetComputeUnitPriceInstruction({ microLamports: 100_200_000n }), main],
      [getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }), main],
    ]) {
      await expect(inspect(view, main, all)).rejects.toEqual(mismatch);
    }
  });

  it('is refused when somebody else pays or signs too, or when the bytes are no transaction', async () => {
    const view = await viewOf();
    const main = await approval(meaningOf(view));
    await expect(inspect(view, main, [main], other)).rejects.toEqual(mismatch);
    const instruction = bincode(main);
    const longer = Buffer.concat([Buffer.from(wire([main]), 'base64'), Buffer.from([0])]).toString('base64');
    for (const transaction of ['', 'AAAA', '!', wire([main]).slice(0, 80), `${wire([main])}AAAA`, longer]) {
      await expect(inspectAuthorization({ view, instruction, transaction })).rejects.toEqual(mismatch);
    }
  });
});

describe('a view that does not agree with itself', () => {
  const lies: [string, Partial<CheckoutView>][] = [
    ['amount', { amountPerPeriod: '12500001' }],
    ['period', { periodSeconds: 86_400 }],
    ['number of periods', { maxPeriods: null }],
    ['trial', { trialSeconds: 60 }],
    ['payee', { payee: other }],
    ['chain', { genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }],
  ];

  it.each(lies)('is refused: another %s than the reference stands for', async (_, lie) => {
    const honest = await viewOf();
    const shown = await viewOf({ ...lie, reference: honest.reference });
    await expect(inspect(shown, await approval(meaningOf(honest)))).rejects.toEqual(mismatch);
  });

  const inflated: [string, Partial<CheckoutView>][] = [
    ['a sum that is more than its parts', { approveAmount: '999000000' }],
    [
      'a share above its budget',
      {
        approveAmount: '151000000',
        approveParts: [{ mandateId: 'man_2eKpV9sTq4xRwZ8uYh3Nc', amount: '151000000' }],
      },
    ],
    [
      'no share of its own',
      { approveAmount: '3000000', approveParts: [{ mandateId: null, amount: '3000000' }] },
    ],
    ['no sum', { approveAmount: null }],
  ];

  it.each(inflated)('is refused: %s', async (_, lie) => {
    const view = await viewOf(lie);
    const amountAtomic = BigInt(lie.approveAmount ?? 1);
    await expect(
      inspect(view, await approval({ ...meaningOf({ ...view, approveAmount: '1' }), amountAtomic })),
    ).rejects.toEqual(mismatch);
  });

  it('passes with the budget of 12 periods, or of 90 days, where periods have no cap', async () => {
    for (const [periodSeconds, periods] of [
      [2_592_000, 12n],
      [86_400, 90n],
      [1, 7_776_000n],
    ] as const) {
      const amount = (12_500_000n * periods).toString();
      const view = await viewOf({
        maxPeriods: null,
        periodSeconds,
        approveAmount: amount,
        approveParts: [{ mandateId: 'man_2eKpV9sTq4xRwZ8uYh3Nc', amount }],
      });
      await inspect(view, await approval(meaningOf(view)));
    }
  });

  it('passes with a budget and a sum that saturate at the largest amount', async () => {
    const amount = (2n ** 64n - 1n).toString();
    const view = await viewOf({
      amountPerPeriod: amount,
      approveAmount: amount,
      approveParts: [
        { mandateId: 'man_2eKpV9sTq4xRwZ8uYh3Nc', amount },
        { mandateId: null, amount: '3' },
      ],
    });
    await inspect(view, await approval(meaningOf(view)));
  });
});

describe('a one-time payment', () => {
  it('passes when it pays the price to the payee, also with the account of the payee and a memo', async () => {
    const view = await onceViewOf();
    const main = await payment(meaningOf(view));
    await inspect(view, main);
    const create = createPayeeAccount(view, payee, await accountOf(payee, mint, meaningOf(view).program));
    await inspect(view, main, [create, memo('order 7'), main]);
  });

  const swaps = SWAPS.filter(([name]) => !name.startsWith('amount'));
  swaps.push(['price', { amountAtomic: 12_500_001n }], ['payee', { payee: other }]);
  it.each(swaps)('is refused with another %s', async (_, swap) => {
    const view = await onceViewOf();
    await expect(inspect(view, await payment({ ...meaningOf(view), ...swap }))).rejects.toEqual(mismatch);
  });

  it('is refused when it is an approval, or makes an account for somebody else', async () => {
    const view = await onceViewOf();
    await expect(inspect(view, await approval(meaningOf(view)))).rejects.toEqual(mismatch);
    const main = await payment(meaningOf(view));
    const foreign = createPayeeAccount(view, other, await accountOf(other, mint, meaningOf(view).program));
    await expect(inspect(view, main, [foreign, main])).rejects.toEqual(mismatch);
  });
});

function createPayeeAccount(view: CheckoutView, owner: Address, ata: Address): Instruction {
  const { program } = meaningOf(view);
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata,
    owner,
    mint,
    tokenProgram: program,
  });
}

function memo(text: string): Instruction {
  return getAddMemoInstruction({ memo: text }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });
}

describe('a service that lies', () => {
  /** The view with fields replaced after its reference was made for them, and an instruction with that reference. */
  async function lying(changes: object): Promise<void> {
    const view = await viewOf(changes as Partial<CheckoutView>);
    const main = await approval(meaningOf({ ...view, tokenProgram: 'token' }));
    return inspect(view, main);
  }

  it.each([
    ['a chain with a line break, which would move the terms after it', { genesisHash: `${payer}\nman_1` }],
    [
      'an id with a line break',
      {
        id: 'man_1\nman_2',
        approveParts: [{ mandateId: 'man_1\nman_2', amount: '150000000' }],
        approveAmount: '150000000',
      },
    ],
    ['a period that is a text', { periodSeconds: '2592000' }],
    ['a trial that is a text', { trialSeconds: '0\nonce' }],
    ['a number of periods below zero', { maxPeriods: -12 }],
    ['another way of selling', { sellMode: 'Once' }],
    ['a token program that only every object has', { tokenProgram: 'constructor' }],
    ['decimals that are a text', { decimals: '6' }],
  ])('is refused with %s', async (_, changes) => {
    await expect(lying(changes)).rejects.toEqual(mismatch);
  });

  it('is refused with a transaction that somebody has signed already', async () => {
    const view = await viewOf();
    const main = await approval(meaningOf(view));
    const bytes = Buffer.from(wire([main]), 'base64');
    bytes[1] = 1;
    const transaction = bytes.toString('base64');
    await expect(inspectAuthorization({ view, instruction: bincode(main), transaction })).rejects.toEqual(
      mismatch,
    );
  });

  it('is answered with what the bytes mean, and not with what the view says', async () => {
    const view = await viewOf();
    const main = await approval(meaningOf(view));
    const read = await inspectAuthorization({ view, instruction: bincode(main), transaction: wire([main]) });
    expect(read).toEqual({
      kind: 'approval',
      amount: '153000000',
      mint,
      payer,
      source: await accountOf(payer, mint, meaningOf(view).program),
      delegate: view.delegate,
      destination: null,
      reference: view.reference,
      feePayer: payer,
      plan: null,
    });
  });
});
