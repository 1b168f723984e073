import type { StandardAccount, StandardWallet } from '@autopay/checkout-js/wallets';
import { chooseAddress, chosenOf, onChange, tellChange } from './chosen.ts';
import { ICON } from './icon.ts';
import type { TestKey } from './key.ts';
import { CHAIN, TEST_WALLET } from './network.ts';
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
    if (isTrusted()) show([accountOf(chosenOf(await keys()))]);
    else await askWhich('connect', null);
    return { accounts };
  }

  /** Has the person choose the account that pages see from now on, or make one. Throws where they reject. */
  async function askWhich(kind: 'connect' | 'switch', wanted: string | null) {
    const [held, { ask }] = await Promise.all([keys(), import('./ask.ts')]);
    const address = await ask({ kind, accounts: held, wanted });
    setTrusted(true);
    show([accountOf(chosenOf(await keys(), address))]);
    chooseAddress(address);
  }

  onChange(() => {
    void showBar(() => void askWhich('switch', null).catch(() => undefined));
    if (accounts.length === 0) return;
    void keys().then((held) => {
      const chosen = chosenOf(held);
      if (accounts[0]?.address !== chosen.address) show([accountOf(chosen)]);
    });
  });
  if (isTrusted()) tellChange();

  return {
    version: VERSION,
    name: TEST_WALLET,
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
          tellChange();
        },
      },
      'standard:events': {
        version: VERSION,
        on: (_event: 'change', listener: (changed: object) => void) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      // This wallet's own: for pages that know that another account is needed.
      'autopay:chooseAccount': {
        version: VERSION,
        chooseAccount: async ({ wanted = null }: { wanted?: string | null } = {}) => {
          await askWhich('switch', wanted);
          return { accounts };
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

async function keys(): Promise<TestKey[]> {
  return (await import('./key.ts')).listKeys();
}

/** Shows which account pages see, at the foot of the page, while they see any. */
async function showBar(change: () => void): Promise<void> {
  if (!isTrusted() && !document.querySelector('.test-wallet-bar')) return;
  (await import('./wallet-bar.tsx')).showWalletBar(change);
}

function accountOf({ address, publicKey }: TestKey): StandardAccount & { publicKey: Uint8Array } {
  const features = ['solana:signTransaction', 'solana:signMessage'];
  return { address, publicKey, chains: [CHAIN], features };
}
