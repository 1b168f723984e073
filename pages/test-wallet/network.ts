/** What the Wallet Standard calls any chain that is nobody's but this deployment's. */
export const CHAIN = 'solana:localnet';
