import { describe, expect, it } from 'vitest';
import { buttonLabel } from '../../checkout-js/src/button/label.ts';
import { problemInWords } from '../../checkout-js/src/button/problems.ts';
import { termsInWords, warningsOf } from '../../checkout-js/src/button/terms.ts';
import {
  amountInWords,
  durationInWords,
  followsInWords,
  periodInWords,
  stepInWords,
} from '../../checkout-js/src/button/words.ts';
import { onceViewOf, planViewOf, viewOf, WALLETS } from './issued.ts';

const textOf = (lines: { term: string; text: string }[], term: string) =>
  lines.find((line) => line.term === term)?.text;

describe('an amount in words', () => {
  it.each([
    ['12500000', 6, '12.50 USDC'],
    ['12000000', 6, '12.00 USDC'],
    ['1', 6, '0.000001 USDC'],
    ['0', 6, '0.00 USDC'],
    ['12345678901234567', 6, '12,345,678,901.234567 USDC'],
    ['18446744073709551615', 0, '18,446,744,073,709,551,615 USDC'],
    ['15', 1, '1.5 USDC'],
    ['10', 1, '1.0 USDC'],
    ['1000000000', 9, '1.00 USDC'],
  ])('of %s with %i decimals keeps every digit: %s', (amountAtomic, decimals, words) => {
    expect(amountInWords(amountAtomic, { decimals, symbol: 'USDC' })).toBe(words);
  });
});

describe('a period in words', () => {
  it.each([
    [1, 'second'],
    [90, '90 seconds'],
    [5_400, '90 minutes'],
    [86_400, 'day'],
    [129_600, '36 hours'],
    [604_800, 'week'],
    [1_209_600, '2 weeks'],
    [2_592_000, '30 days'],
    [7_776_000, '90 days'],
    [31_536_000, '365 days'],
    [31_449_600, '364 days'],
  ])('of %i seconds is exact: every %s', (seconds, words) => {
    expect(periodInWords(seconds)).toBe(`every ${words}`);
  });

  it('counts one of a thing as one', () => {
    expect(durationInWords(86_400)).toBe('1 day');
  });
});

describe('the terms in words', () => {
  it('say on a plan what the program enforces, why wallets show more, and what returns', async () => {
    const lines = termsInWords(await planViewOf());
    expect(textOf(lines, 'You allow')).toBe(
      'The Solana program enforces: at most 12.50 USDC per 30 days, to Coffee Club’s wallet only, and nothing after 360 days.',
    );
    expect(textOf(lines, 'In your wallet')).toContain('unlimited approval: the program’s');
    expect(textOf(lines, 'In your wallet')).toContain('two signatures');
    expect(textOf(lines, 'You approve')).toBeUndefined();
    const endless = await planViewOf({ maxPeriods: null, periodSeconds: 604_800 });
    expect(textOf(termsInWords(endless), 'You allow')).toMatch(/ 12\.50 USDC per week, to .+ wallet only\.$/);
    const trial = await planViewOf({ trialSeconds: 604_800 });
    expect(textOf(termsInWords(trial), 'You allow')).toContain('nothing after 367 days');
  });

  it('say who pays the deposit of a plan, and gets it back', async () => {
    const deposit = async (signingCosts: object | null) =>
      textOf(termsInWords(await planViewOf({ signingCosts } as never)), 'Deposit');
    const payer = { paidBy: 'payer', depositLamports: '3608320', limitReached: false };
    expect(await deposit(payer)).toBe('About 0.0036 SOL. It returns to you when its accounts are closed.');
    expect(await deposit({ ...payer, depositLamports: '1969680' })).toContain('About 0.0020 SOL.');
    expect(await deposit({ ...payer, limitReached: true })).toContain('pays no more of them for now');
    expect(await deposit({ ...payer, paidBy: 'service' })).toContain('Paid by this service');
    expect(await deposit(null)).toContain('About 0.0036 SOL.');
  });

  it('count the signatures where there are two', () => {
    const [first, second, only] = [
      [1, 2],
      [2, 2],
      [1, 1],
    ].map(([number, of]) => ({
      step: { number: number!, of: of! },
    }));
    expect([first!, second!, only!, { step: null }].map(stepInWords)).toEqual([
      ' (signature 1 of 2)',
      ' (signature 2 of 2)',
      '',
      '',
    ]);
    expect([first!, second!, only!, { step: null }].map((state) => followsInWords(state) !== '')).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('name what is bought, and describe it, where the merchant did', async () => {
    const description = 'A pound of beans each month';
    const named = termsInWords(await viewOf({ name: 'Beans', description }));
    expect(named[0]).toEqual({ term: 'What you buy', text: `Beans: ${description}` });
    const once = termsInWords(await onceViewOf({ name: 'Beans', description: null }));
    expect(textOf(once, 'What you buy')).toBe('Beans');
    const nameless = termsInWords(await viewOf({ name: null, description: null }));
    expect(textOf(nameless, 'What you buy')).toBeUndefined();
  });

  it('name the price, the payer, the cap, the approval with who may collect, and how to cancel', async () => {
    const lines = termsInWords(await viewOf());
    expect(textOf(lines, 'You pay')).toBe('12.50 USDC every 30 days');
    expect(textOf(lines, 'To')).toBe('Coffee Club');
    expect(textOf(lines, 'From your wallet')).toBe('AWxg…bW7U');
    expect(textOf(lines, 'First payment')).toBe('Now, as soon as you approve');
    expect(textOf(lines, 'In all')).toBe('At most 150.00 USDC, in 12 payments');
    expect(textOf(lines, 'You approve')).toBe(
      'Autopay (8Uop…U3f9) may collect up to 153.00 USDC, and no more. Of this, 3.00 USDC is for what you agreed to before.',
    );
    expect(textOf(lines, 'To cancel')).toContain('take the approval back in your wallet, or ask Coffee Club');
  });

  it('say when a trial ends', async () => {
    const lines = termsInWords(await viewOf({ trialSeconds: 1_209_600 }));
    expect(textOf(lines, 'First payment')).toBe('After 2 weeks free of charge');
  });

  it('say that there is no end, and that the approval has one', async () => {
    const lines = termsInWords(await viewOf({ maxPeriods: null }));
    expect(textOf(lines, 'In all')).toBe('Until you cancel, as long as your approval lasts');
    expect(textOf(lines, 'You approve')).toContain(
      'It lasts for 12 payments. When few are left, your page of payments asks you',
    );
    expect(textOf(termsInWords(await planViewOf({ maxPeriods: null, approveAmount: null })), 'In all')).toBe(
      'Until you cancel',
    );
  });

  it('speak of a one-time purchase as one payment', async () => {
    const lines = termsInWords(await onceViewOf());
    expect(textOf(lines, 'You pay')).toBe('12.50 USDC, once');
    expect(textOf(lines, 'You approve')).toBeUndefined();
    expect(textOf(lines, 'Afterwards')).toContain('Nothing is collected later.');
  });

  it("warn of test mode and of the end of another app's approval", async () => {
    expect(warningsOf(await viewOf({ livemode: true }))).toEqual([]);
    expect(warningsOf(await viewOf({ replacesDelegate: WALLETS.other }))).toEqual([
      'Test mode: no real money moves.',
      expect.stringContaining('another app (2b1k…4GXo)'),
    ]);
  });
});

describe('what the button says', () => {
  const state = { wallets: [], wallet: null, authorization: null, step: null, error: null };

  it.each([
    ['review', 'Subscribe: 12.50 USDC every 30 days'],
    ['submitted', 'Payment is being settled…'],
    ['outcome_unknown', 'Payment is being settled…'],
    ['settled', 'Active ✓'],
    ['expired', 'This request has ended'],
  ] as const)('in %s: %s', async (status, words) => {
    expect(buttonLabel({ ...state, status, view: await viewOf() }, '')).toBe(words);
  });

  it('is the label only as long as there is something to pay', async () => {
    const view = await onceViewOf();
    expect(buttonLabel({ ...state, status: 'review', view }, 'Buy')).toBe('Buy');
    expect(buttonLabel({ ...state, status: 'settled', view }, 'Buy')).toBe('Paid ✓');
    expect(buttonLabel({ ...state, status: 'review', view }, '')).toBe('Pay 12.50 USDC');
    expect(buttonLabel(null, '')).toBe('Pay with your wallet');
  });
});

describe('what went wrong in words', () => {
  it("is the service's own sentence where it is about the payer's wallet, and about no field", async () => {
    const message = 'CPI Guard is switched on for this token in the wallet that pays. Switch it off.';
    const guarded = { code: 'parameter_invalid', status: 400, message, param: null };
    expect(problemInWords(guarded, await viewOf())).toBe(message);
    for (const [error, view] of [
      [{ ...guarded, param: 'signedTransaction' }, await viewOf()],
      [guarded, null],
    ] as const)
      expect(problemInWords(error, view)).toContain('not complete, or not valid any more');
  });

  it("takes a proxy's page for a fault of the service, and another page for the network's", () => {
    const told = (status: number) => problemInWords({ code: 'unexpected_response', status }, null);
    for (const status of [500, 502, 503, 504])
      expect(told(status)).toContain('The payment service has a problem');
    for (const status of [200, 404, 511]) expect(told(status)).toContain('asks you to sign in');
  });

  it('never says to look again: the button beside it says to try again', () => {
    for (const code of ['internal_error', 'unexpected_response', 'rate_limit_exceeded', 'a_newer_code'])
      expect(problemInWords({ code }, null)).toMatch(/^(?!.*look again).*try again/i);
  });

  it('names the sum that the wallet needs, and SOL, which is what may be missing', async () => {
    const problem = problemInWords({ code: 'insufficient_funds' }, await viewOf());
    expect(problem).toBe(
      'This wallet holds too little. It needs 12.50 USDC and a little SOL for the network fee. Top it up and try again.',
    );
  });

  it.each([
    'user_rejected',
    'no_wallet',
    'wrong_chain',
    'wallet_unsupported',
    'wrong_payer',
    'insufficient_funds',
    'blockhash_expired',
    'transaction_mismatch',
    'terms_changed',
    'wallet_timeout',
    'wallet_error',
    'signing_elsewhere',
    'charge_failed',
    'settlement_timeout',
    'mandate_not_pending',
    'connection_failed',
  ])('has words of its own for %s, with and without the terms', async (code) => {
    for (const view of [null, await viewOf()]) {
      const words = problemInWords({ code, message: 'MESSAGE' } as never, view);
      expect(words).not.toContain('MESSAGE');
      expect(words).not.toMatch(/undefined|null/);
    }
  });

  it('is never the message, which is for developers, whatever the code', () => {
    for (const code of [
      'wrong_state',
      'unexpected_error',
      'parameter_missing',
      'a_newer_code',
      'toString',
      'constructor',
    ]) {
      const words = problemInWords({ code, message: 'Is apiBase right?' } as never, null);
      expect(words).toMatch(/^Something went wrong, .+ tell the merchant\.$/);
    }
  });

  it('tells a payer of a broken service, a network in between and a link that is not valid what to do', () => {
    const told = (code: string) => problemInWords({ code }, null);
    expect(told('internal_error')).toContain('Try again in a minute');
    expect(told('unexpected_response')).toContain('asks you to sign in');
    expect(told('invalid_client_secret')).toContain('Ask the merchant for a new one');
    expect(told('rate_limit_exceeded')).toContain('Wait a minute');
    expect(told('connection_failed')).toContain('Check your connection');
  });
});
