/** What the Wallet Standard calls any chain that is nobody's but this deployment's. */
export const CHAIN = 'solana:localnet';

/** Its name, as pages list it. */
export const TEST_WALLET = 'Test wallet (test network only)';
