import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { parseAmount } from '../../rules/money.ts';
import { generateKeypair } from './keypair.ts';
import { type MintExtensions, PAUSE_DATA, RESUME_DATA, setTransferFeeData } from './mint-extensions.ts';
import { airdrop } from './own-transactions.ts';
import { type Call, configParam, integerParam, type Method, stringParam, toAddress } from './params.ts';
import { invalidParams } from './rpc-error.ts';
import { runUnsigned } from './run-unsigned.ts';
import { createMint, instructMint, mintTo, requireMemo, setFrozen, writeApproval } from './test-tokens.ts';
import { TOKEN_2022_PROGRAM_ADDRESS } from './token-layouts.ts';
import { decodeText, parseTransaction } from './wire.ts';

/** Returned by `autopay_localnetInfo`; increase it when the `autopay_*` methods change visibly. */
const LOCALNET_VERSION = 3;
/** A year and a half of slots at 400 ms: more can only be a mistake. */
const MAX_ADVANCE = 100_000_000;
/** A thousand years: more can only be a mistake. */
const MAX_OFFSET_SECONDS = 31_536_000_000;

/** The faucet, and methods no real node has: test tokens, and advancing the chain. */
export const localnetMethods: Record<string, Method> = {
  requestAirdrop: (params, { chain }) => airdrop(chain, toAddress(params[0]), integerParam(params, 1)),

  autopay_localnetInfo: (_, { chain }) => ({
    version: LOCALNET_VERSION,
    tokens: chain.tokens.map(({ mint, symbol, decimals, programId }) => ({
      mint,
      symbol,
      decimals,
      programId,
    })),
    slotMs: chain.slots.slotMs,
  }),

  autopay_advanceSlots: (params, { chain }) => {
    const count = integerParam(params, 0);
    if (count > MAX_ADVANCE) throw invalidParams(`Invalid params: at most ${MAX_ADVANCE} slots`);
    chain.advanceSlots(count);
    return chain.slots.current();
  },

  /**
   * Transactions and simulations that list one of `addresses` run `offsetSeconds` ahead of real time from now on, by the named clock that these
   * addresses belong to. A clock never goes back: an earlier, larger offset stays. The offset that holds is returned.
   */
  autopay_runAt: (params, { chain }) => {
    const { clock, offsetSeconds, addresses, moves } = configParam(params, 0);
    if (typeof clock !== 'string' || clock === '') throw invalidParams('Invalid params: a clock has a name');
    if (!Array.isArray(addresses)) throw invalidParams('Invalid params: addresses must be an array');
    const ahead = integerParam([offsetSeconds], 0);
    if (ahead > MAX_OFFSET_SECONDS)
      throw invalidParams(`Invalid params: at most ${MAX_OFFSET_SECONDS} seconds`);
    const entry = { clock, offsetSeconds: ahead, addresses: addresses.map(toAddress) };
    return { offsetSeconds: chain.runAt(entry, { moves: moves === true }) };
  },

  autopay_mintTo: (params, { chain }) => {
    const { mint, owner, amount } = configParam(params, 0);
    return mintTo(chain, toAddress(mint), toAddress(owner), toAmount(amount));
  },

  autopay_createTokenAccount: async (params, { chain }) => {
    const { mint, owner, memoTransfer } = configParam(params, 0);
    const made = await mintTo(chain, toAddress(mint), toAddress(owner), 0n);
    if (memoTransfer === true) requireMemo(chain, made.tokenAccount);
    return made;
  },

  autopay_createMint: (params, { chain }) => {
    const { decimals, program = 'token', freezeAuthority, extensions = {} } = configParam(params, 0);
    if (!Number.isInteger(decimals) || (decimals as number) < 0 || (decimals as number) > 255) {
      throw invalidParams('Invalid params: decimals must be 0 to 255');
    }
    if (program !== 'token' && program !== 'token-2022')
      throw invalidParams('Invalid params: unknown program');
    const wanted = extensions as MintExtensions;
    const mint = createMint(chain, {
      keypair: generateKeypair(),
      programId: program === 'token' ? TOKEN_PROGRAM_ADDRESS : TOKEN_2022_PROGRAM_ADDRESS,
      decimals: decimals as number,
      // A mint whose accounts start frozen needs an authority that can thaw them.
      freezeAuthority: freezeAuthority === true || wanted.defaultFrozen === true,
      extensions: wanted,
    });
    return { mint };
  },

  autopay_freezeAccount: (params, call) => freeze(params, call, true),
  autopay_thawAccount: (params, call) => freeze(params, call, false),

  autopay_pauseMint: (params, call) => instruct(params, call, PAUSE_DATA),
  autopay_resumeMint: (params, call) => instruct(params, call, RESUME_DATA),
  autopay_setTransferFee: (params, call) => {
    const { basisPoints, maxFee } = configParam(params, 0);
    if (!Number.isInteger(basisPoints))
      throw invalidParams('Invalid params: basisPoints must be a whole number');
    const fee = { basisPoints: basisPoints as number, maxFee: toAmount(maxFee).toString() };
    return instruct(params, call, setTransferFeeData(fee));
  },

  /** Writes an approval. `slot` is the slot of the write, even if this node appears to be behind. */
  autopay_approve: (params, { chain }) => {
    const { mint, owner, delegate, amount } = configParam(params, 0);
    return writeApproval(chain, {
      mint: toAddress(mint),
      owner: toAddress(owner),
      delegate: delegate === null ? null : toAddress(delegate),
      amountAtomic: delegate === null ? 0n : toAmount(amount),
    });
  },

  /** Writes what a transaction in base64 would leave if it were signed, giving its fee payer `lamports` first. `slot` as above. */
  autopay_runUnsigned: (params, { chain }) => {
    const { transaction, lamports } = configParam(params, 0);
    const bytes = decodeText(stringParam([transaction], 0), 'base64', 'a transaction');
    return runUnsigned(chain, parseTransaction(bytes), integerParam([lamports], 0));
  },
};

function freeze(params: unknown[], { chain }: Call, frozen: boolean) {
  return { signature: setFrozen(chain, toAddress(configParam(params, 0)['tokenAccount']), frozen) };
}

function instruct(params: unknown[], { chain }: Call, data: Uint8Array) {
  return { signature: instructMint(chain, toAddress(configParam(params, 0)['mint']), data) };
}

function toAmount(value: unknown): bigint {
  const amountAtomic = typeof value === 'string' ? (value === '0' ? 0n : parseAmount(value)) : null;
  if (amountAtomic === null)
    throw invalidParams('Invalid params: an amount is a decimal string of atomic units');
  return amountAtomic;
}
