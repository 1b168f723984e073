/** The genesis hash of Solana's mainnet, the one chain whose tokens are worth anything. */
export const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
