import { effect, signal } from '@preact/signals';
import type { Token } from '@autopay/sdk';
import { client, mode, session } from './session.ts';

/** The registry of the chosen mode by mint. Empty until it is read. */
export const tokens = signal<ReadonlyMap<string, Token>>(new Map());

/** Whether the registry of the chosen mode was read. If it cannot be, amounts are shown in atomic units. */
export const areTokensRead = signal(false);

/** A token of the registry, or null. */
export function tokenOf(mint: string): Token | null {
  return tokens.value.get(mint) ?? null;
}

/** Reads the registry again, such as after a token was added. It is small: a few stablecoins. */
export async function loadTokens(): Promise<void> {
  const all = await client.value.tokens.list().toArray({ limit: 1_000 });
  tokens.value = new Map(all.map((token) => [token.mint, token]));
}

effect(() => {
  // Both are read, so that it runs again when either changes.
  if (!session.value || !mode.value) return;
  areTokensRead.value = false;
  void loadTokens()
    .catch(() => undefined)
    .then(() => (areTokensRead.value = true));
});
