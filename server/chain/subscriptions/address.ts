import type { Address } from '@solana/kit';

/** The Solana Foundation's Subscriptions program, the same on every cluster. Source: github.com/solana-foundation/subscriptions. */
export const SUBSCRIPTIONS_PROGRAM = 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44' as Address;
