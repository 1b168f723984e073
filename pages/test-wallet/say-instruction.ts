import { base58FromBytes } from '@autopay/checkout-js/wallets';
import { shortAddress } from '@autopay/checkout-js/words';
import { amountInWords } from '../words/amount.ts';

/** An instruction with its accounts looked up. */
export interface ReadInstruction {
  program: string;
  accounts: readonly string[];
  data: Uint8Array;
}

/** What it does, and to which token. */
interface Said {
  sentence: string;
  token?: { mint: string; decimals: number };
}

type Say = (instruction: ReadInstruction, bytes: DataView) => Said | null;

/** Numbers of the token programs' instructions (SPL Token, and Token-2022 alike). */
const TRANSFER_CHECKED = 12;
const APPROVE_CHECKED = 13;
const REVOKE = 5;

/** What an instruction does, as a sentence. One that this wallet does not know is named by its program, never passed over. */
export function sayInstruction(instruction: ReadInstruction): Said {
  const { program, data } = instruction;
  const say = PROGRAMS[program];
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return say?.(instruction, bytes) ?? { sentence: `Something that this wallet cannot read, by ${program}` };
}

const sayToken: Say = ({ data, accounts }, bytes) => {
  if (data[0] === REVOKE && data.length === 1)
    return { sentence: 'Take back the approval: nobody may collect from this wallet’s tokens any more' };
  if (data.length !== 10) return null;
  const amount = amountInWords(bytes.getBigUint64(1, true).toString(), bytes.getUint8(9));
  const token = { mint: accounts[1]!, decimals: bytes.getUint8(9) };
  const other = shortAddress(accounts[2]!);
  if (data[0] === APPROVE_CHECKED)
    return { sentence: `Let ${other} collect up to ${amount} tokens from this wallet`, token };
  if (data[0] === TRANSFER_CHECKED)
    return { sentence: `Send ${amount} tokens to the token account ${other}`, token };
  return null;
};

const sayMemo: Say = ({ data }) => ({
  sentence: `Write “${new TextDecoder().decode(data)}” on chain, for all to read`,
});

const sayAccount: Say = ({ data, accounts }) =>
  data.length <= 1
    ? { sentence: `Open a token account for ${shortAddress(accounts[2]!)} where it has none` }
    : null;

const sayBudget: Say = ({ data }, bytes) => {
  if (data[0] === 2 && data.length === 5)
    return { sentence: `Take at most ${bytes.getUint32(1, true).toLocaleString('en')} units of computing` };
  if (data[0] === 3 && data.length === 9)
    return {
      sentence: `Offer ${bytes.getBigUint64(1, true).toLocaleString('en')} micro-lamports for each unit`,
    };
  return null;
};

/** What a plan's owner signs: to create one (its price, where it pays, and who collects), to change who collects or end it, and to delete it. */
const sayPlan: Say = ({ data, accounts }, bytes) => {
  const plan = shortAddress(accounts[1] ?? '');
  if (data[0] === 7 && data.length === 457) {
    const amount = bytes.getBigUint64(41, true).toLocaleString('en');
    const hours = bytes.getBigUint64(49, true).toLocaleString('en');
    const [payee, collector] = [data.subarray(73, 105), data.subarray(201, 233)].map(shortOf);
    return {
      sentence: `Create the plan ${plan} and own it: ${collector} may collect ${amount} of the token’s smallest units every ${hours} hours from each subscriber, for ${payee} alone`,
    };
  }
  if (data[0] === 8 && data.length > 42) {
    const collector = data.subarray(10, 42);
    if (data[1] === 0) return { sentence: `End the plan ${plan}: it takes no more subscribers` };
    return { sentence: `Let ${shortOf(collector)} collect through the plan ${plan}, and nobody else` };
  }
  return data[0] === 9 ? { sentence: `Delete the plan ${plan}: its rent returns to this wallet` } : null;
};

function shortOf(address: Uint8Array): string {
  return shortAddress(base58FromBytes(address));
}

/** The two instructions that a checkout issues under the plan scheme. `subscribe` holds the amount and the hours, and no decimals. */
const saySubscription: Say = ({ data, accounts }, bytes) => {
  if (data[0] === 0 && data.length === 1) {
    const sentence =
      'Approve the Subscriptions program without a limit: it collects only what your subscriptions allow, each within its own limit';
    return { sentence };
  }
  if (data[0] !== 11 || data.length !== 74) return sayPlan({ program: '', accounts, data }, bytes);
  const amount = bytes.getBigUint64(42, true).toLocaleString('en');
  const hours = bytes.getBigUint64(50, true).toLocaleString('en');
  return {
    sentence: `Subscribe to the plan ${shortAddress(accounts[2]!)}: it collects at most ${amount} of the token’s smallest units every ${hours} hours`,
  };
};

const PROGRAMS: { readonly [program: string]: Say } = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: sayToken,
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: sayToken,
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: sayAccount,
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: sayMemo,
  Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH: sayMemo,
  ComputeBudget111111111111111111111111111111: sayBudget,
  De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44: saySubscription,
};
