import { type Address, getBase58Encoder } from '@solana/kit';
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

const base58 = getBase58Encoder();

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

  getProgramAccounts: (params, call) => {
    const program = toAddress(params[0]);
    const config = configParam(params, 1);
    const filters = filtersOf(config['filters']);
    const { slot, read } = readerAt(call, config);
    const found = call.chain.accounts
      .ownedAt(program, slot)
      .filter(({ state }) => filters.every((passes) => passes(state.data)))
      .map(({ address, state }) => ({ pubkey: address, account: encodeAccount(state, config, read) }));
    return config['withContext'] === true ? withContext(slot, found) : found;
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

/** The most filters of a getProgramAccounts call. */
const MAX_FILTERS = 4;

/** `dataSize` and `memcmp`, the bytes in base58 unless its encoding says base64. */
function filtersOf(value: unknown): ((data: Uint8Array) => boolean)[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidParams('Invalid params: filters must be an array');
  if (value.length > MAX_FILTERS) throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  return value.map((filter: Record<string, unknown>) => {
    if (filter['dataSize'] !== undefined) {
      const size = Number(filter['dataSize']);
      return (data) => data.length === size;
    }
    const { offset, bytes, encoding = 'base58' } = (filter['memcmp'] ?? {}) as Record<string, unknown>;
    if (typeof bytes !== 'string' || (encoding !== 'base58' && encoding !== 'base64'))
      throw invalidParams('Invalid params: a filter is dataSize or memcmp with bytes');
    const wanted = Buffer.from(encoding === 'base58' ? base58.encode(bytes) : Buffer.from(bytes, 'base64'));
    const at = Number(offset ?? 0);
    return (data) => wanted.equals(data.subarray(at, at + wanted.length));
  });
}
