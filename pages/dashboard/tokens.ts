import { computed, effect, signal } from '@preact/signals';
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
  const api = client.value;
  const all = await api.tokens.list().toArray({ limit: 1_000 });
  // The other mode has a registry of its own.
  if (client.peek() === api) tokens.value = new Map(all.map((token) => [token.mint, token]));
}

/** Whose registry is shown, and of which mode. The session itself is read again every minute, which changes neither. */
const registry = computed(() => (session.value ? `${session.value.merchant.id} ${mode.value}` : null));

effect(() => {
  const shown = registry.value;
  if (shown === null) return;
  areTokensRead.value = false;
  void loadTokens()
    .catch(() => undefined)
    .then(() => {
      if (registry.peek() === shown) areTokensRead.value = true;
    });
});
