import type { Address } from '@solana/kit';
import { encodeAccount } from './encode-account.ts';
import { type Call, configParam, contextSlot, type Method, toAddress, withContext } from './params.ts';
import { invalidParams } from './rpc-error.ts';
import {
  amountOf,
  decimalsOf,
  isMint,
  isTokenAccount,
  mintOf,
  ownerOf,
  supplyOf,
  uiTokenAmount,
} from './token-layouts.ts';

/** The most accounts per getMultipleAccounts call. */
const MAX_ACCOUNTS = 100;

/** Methods that read accounts, each at the slot of the requested commitment. */
export const accountMethods: Record<string, Method> = {
  getAccountInfo: (params, call) => {
    const address = toAddress(params[0]);
    const config = configParam(params, 1);
    const { slot, read } = readerAt(call, config);
    return withContext(slot, encodeAccount(read(address), config, read));
  },

  getMultipleAccounts: (params, call) => {
    const addresses = params[0];
    if (!Array.isArray(addresses)) throw invalidParams('Invalid params: an array of addresses is needed');
    if (addresses.length > MAX_ACCOUNTS) throw invalidParams(`Too many inputs provided; max ${MAX_ACCOUNTS}`);
    const config = configParam(params, 1);
    const { slot, read } = readerAt(call, config);
    return withContext(
      slot,
      addresses.map((address) => encodeAccount(read(toAddress(address)), config, read)),
    );
  },

  getBalance: (params, call) => {
    const address = toAddress(params[0]);
    const { slot, read } = readerAt(call, configParam(params, 1));
    return withContext(slot, Number(read(address)?.lamports ?? 0n));
  },

  getTokenAccountBalance: (params, call) => {
    const address = toAddress(params[0]);
    const { slot, read } = readerAt(call, configParam(params, 1));
    const account = read(address);
    if (!account) throw invalidParams('Invalid param: could not find account');
    const mint = isTokenAccount(account) ? read(mintOf(account)) : null;
    if (!mint) throw invalidParams('Invalid param: not a Token account');
    return withContext(slot, uiTokenAmount(amountOf(account), decimalsOf(mint)));
  },

  getTokenSupply: (params, call) => {
    const address = toAddress(params[0]);
    const { slot, read } = readerAt(call, configParam(params, 1));
    const mint = read(address);
    if (!mint) throw invalidParams('Invalid param: could not find account');
    if (!isMint(mint)) throw invalidParams('Invalid param: not a Token mint');
    return withContext(slot, uiTokenAmount(supplyOf(mint), decimalsOf(mint)));
  },

  getTokenAccountsByOwner: (params, call) => {
    const owner = toAddress(params[0]);
    const filter = configParam(params, 1);
    const mint = filter['mint'] === undefined ? null : toAddress(filter['mint']);
    const programId = filter['programId'] === undefined ? null : toAddress(filter['programId']);
    if (!mint && !programId) throw invalidParams('Invalid params: mint or programId is needed');
    const config = configParam(params, 2);
    const { slot, read } = readerAt(call, config);
    const held = call.chain.accounts.tokenAccountsOf(owner).flatMap((pubkey) => {
      const account = read(pubkey);
      if (!isTokenAccount(account) || ownerOf(account) !== owner) return [];
      if ((mint && mintOf(account) !== mint) || (programId && account.owner !== programId)) return [];
      return [{ pubkey, account: encodeAccount(account, config, read) }];
    });
    return withContext(slot, held);
  },
};

function readerAt(call: Call, config: ReturnType<typeof configParam>) {
  const slot = contextSlot(call, config);
  return { slot, read: (address: Address) => call.chain.readAt(address, slot) };
}
