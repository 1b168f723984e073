import type { StandardAccount, StandardWallet } from '@autopay/checkout-js/wallets';
import { ICON } from './icon.ts';
import type { TestKey } from './key.ts';
import { CHAIN } from './network.ts';
import type { MessageInput, TransactionInput } from './sign.ts';
import { isTrusted, setTrusted } from './trust.ts';

const VERSION = '1.0.0';

/**
 * A wallet of the Wallet Standard for the embedded test network, so that a newcomer goes through a checkout without installing
 * anything. It asks as any wallet does, and hands back what it signed: it has no node of its own to send by. What it needs to ask and
 * to sign is loaded when that happens.
 */
export function createTestWallet(): StandardWallet {
  let accounts: readonly StandardAccount[] = [];
  const listeners = new Set<(changed: { accounts: readonly StandardAccount[] }) => void>();
  const show = (shown: readonly StandardAccount[]) => {
    accounts = shown;
    for (const listener of listeners) listener({ accounts });
  };

  async function connect({ silent = false }: { silent?: boolean } = {}) {
    if (accounts.length > 0 || (silent && !isTrusted())) return { accounts };
    const [{ openTestKey }, { ask }] = await Promise.all([import('./key.ts'), import('./ask.ts')]);
    const key = await openTestKey();
    if (!isTrusted()) {
      await ask({ kind: 'connect', address: key.address });
      setTrusted(true);
    }
    show([accountOf(key)]);
    return { accounts };
  }

  return {
    version: VERSION,
    name: 'Test wallet (test network only)',
    icon: ICON,
    chains: [CHAIN],
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': { version: VERSION, connect },
      'standard:disconnect': {
        version: VERSION,
        disconnect: async () => {
          setTrusted(false);
          show([]);
        },
      },
      'standard:events': {
        version: VERSION,
        on: (_event: 'change', listener: (changed: object) => void) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      'solana:signTransaction': {
        version: VERSION,
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (...inputs: TransactionInput[]) =>
          (await import('./sign.ts')).signTransactions(inputs),
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: async (...inputs: MessageInput[]) => (await import('./sign.ts')).signMessages(inputs),
      },
    },
  } as StandardWallet;
}

function accountOf({ address, publicKey }: TestKey): StandardAccount & { publicKey: Uint8Array } {
  const features = ['solana:signTransaction', 'solana:signMessage'];
  return { address, publicKey, chains: [CHAIN], features };
}
