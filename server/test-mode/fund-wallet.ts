import { type Address, lamports, type Signature } from '@solana/kit';
import { readMint } from '../chain/mints.ts';
import { ask, askLocalnet, type Chain } from '../chain/rpc.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { parseAmount, U64_MAX } from '../../rules/money.ts';
import { parseAddress } from '../lib/solana-address.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { findMerchantToken, findToken, floorToken, type TokenRow } from '../tokens/queries.ts';
import { awaitLanded } from './await-landed.ts';
import { isShared, mostPerGift, requireGift } from '../tokens/gift.ts';

/** Pays for a hundred thousand signatures. */
const ENOUGH_LAMPORTS = lamports(1_000_000_000n);
/**
 * What a wallet receives unless the request says how much: enough for some subscriptions, little enough to
 * run out in a test.
 */
const DEFAULT_TOKENS = 1_000n;

/** What to give; by default 1,000 of the floor token. */
export interface Funding {
  mint?: string | undefined;
  /** Atomic units in decimal. */
  amount?: string | undefined;
}

/** What was given. */
export interface Funded {
  mint: string;
  amountAtomic: bigint;
}

/**
 * Mints test tokens to a wallet, and gives it SOL for fees if it has less than one. Returns once a read at
 * the chain's commitment sees both. Throws mint_not_allowed for a token that is not on the test registry or
 * not of this localnet, parameter_invalid (amount) if the supply or a merchant's gift would be exceeded, and
 * rate_limit_exceeded. A payer (no tenant) gets only the default amount.
 */
export async function fundWallet(
  { db, clock, quotas }: Pick<Deployment, 'db' | 'clock' | 'quotas'>,
  chain: Chain,
  owner: Address,
  { tenant, ...funding }: Funding & { tenant: Tenant | null },
): Promise<Funded> {
  const token = await findGiven(db, tenant, funding.mint);
  const mintAddress = token === null ? null : parseAddress(token.mint);
  const { commitment } = chain;
  const mint = mintAddress === null ? null : await readMint(chain, mintAddress, { commitment });
  if (token === null || mint === null) throw new ApiError('mint_not_allowed', { param: 'mint' });
  const amountAtomic =
    funding.amount === undefined
      ? DEFAULT_TOKENS * 10n ** BigInt(mint.decimals)
      : parseAmount(funding.amount);
  const shared = tenant !== null && isShared(token, tenant);
  const most = shared ? mostPerGift(quotas, mint) : U64_MAX - mint.supplyAtomic;
  if (amountAtomic === null || amountAtomic > most) {
    const why = shared
      ? 'all merchants share this token. Make one of your own for more: POST /v1/test/tokens'
      : 'a token has at most 2^64 - 1 atomic units';
    throw new ApiError('parameter_invalid', {
      param: 'amount',
      message: `amount must be 1 to ${most}: ${why}.`,
    });
  }
  if (shared) {
    const gift = { amountAtomic, decimals: mint.decimals, now: clock.seconds() };
    await requireGift(db, tenant, quotas, gift);
  }
  const { value: balance } = await ask(chain, (rpc) => rpc.getBalance(owner, { commitment }));
  const signatures: Signature[] = [];
  if (balance < ENOUGH_LAMPORTS) {
    signatures.push(await ask(chain, (rpc) => rpc.requestAirdrop(owner, ENOUGH_LAMPORTS)));
  }
  const mintTo = { mint: mint.address, owner, amount: amountAtomic.toString() };
  const { signature } = await askLocalnet<{ signature: Signature }>(chain, 'autopay_mintTo', [mintTo]);
  await awaitLanded(chain, [...signatures, signature]);
  return { mint: mint.address, amountAtomic };
}

/** The requested token, if the merchant sees it: at a checkout a payer may be asked for any. */
function findGiven(db: Db, tenant: Tenant | null, mint: string | undefined): Promise<TokenRow | null> {
  if (mint === undefined) return floorToken(db, false);
  return tenant === null ? findToken(db, false, mint) : findMerchantToken(db, tenant, mint);
}
