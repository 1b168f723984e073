import type { Address, Base58EncodedBytes } from '@solana/kit';
import { toBase58 } from '../../lib/base58.ts';
import { fromBase64 } from '../read-transaction.ts';
import type { Chain } from '../rpc.ts';
import { askFresh } from '../seen-slot.ts';
import { parseSubscription, type Subscription, SUBSCRIPTION_LAYOUT } from './accounts.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';

/** A payer's subscription to a plan, and where it is. */
export interface ListedSubscription extends Subscription {
  address: Address;
}

/**
 * Every subscription to a plan, in the order of their payers' addresses: of any time, the cancelled ones too, as long as they are not closed. A node
 * has to allow `getProgramAccounts` for it. Throws `ChainUnavailableError`.
 */
export async function listSubscriptions(
  chain: Chain,
  plan: Address,
): Promise<{ slot: bigint; subscriptions: ListedSubscription[] }> {
  const { bytes, discriminator, planAt } = SUBSCRIPTION_LAYOUT;
  const kind = toBase58(Uint8Array.of(discriminator));
  const { context, value } = await askFresh(chain, { commitment: 'confirmed' }, (rpc, minContextSlot) =>
    rpc.getProgramAccounts(SUBSCRIPTIONS_PROGRAM, {
      encoding: 'base64',
      commitment: 'confirmed',
      minContextSlot,
      withContext: true,
      filters: [
        { dataSize: BigInt(bytes) },
        { memcmp: { offset: 0n, bytes: kind as Base58EncodedBytes, encoding: 'base58' } },
        {
          memcmp: { offset: BigInt(planAt), bytes: plan as string as Base58EncodedBytes, encoding: 'base58' },
        },
      ],
    }),
  );
  const subscriptions = value.flatMap(({ pubkey, account }) => {
    const { owner, data, lamports } = account;
    const parsed = parseSubscription({ address: pubkey, owner, data: fromBase64(data[0]), lamports });
    return parsed === null || parsed.plan !== plan ? [] : [{ ...parsed, address: pubkey }];
  });
  subscriptions.sort((a, b) => (a.payer < b.payer ? -1 : 1));
  return { slot: context.slot, subscriptions };
}
