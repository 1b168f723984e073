import type { StandardAccount, StandardWallet } from '@autopay/checkout-js/wallets';
import { ICON } from './icon.ts';
import type { TestKey } from './key.ts';
import type { Question } from './question.ts';
import { isTrusted, setTrusted } from './trust.ts';

/** Any chain that is nobody's but this deployment's. */
const CHAIN = 'solana:localnet';
const VERSION = '1.0.0';

interface TransactionInput {
  readonly account: StandardAccount;
  readonly transaction: Uint8Array;
  readonly chain?: string;
}

interface MessageInput {
  readonly account: StandardAccount;
  readonly message: Uint8Array;
}

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
    const key = await openKey();
    if (!isTrusted()) {
      await ask({ kind: 'connect', address: key.address });
      setTrusted(true);
    }
    show([accountOf(key)]);
    return { accounts };
  }

  async function signTransaction(...inputs: TransactionInput[]) {
    const outputs = [];
    for (const { account, transaction, chain = CHAIN } of inputs) {
      if (chain !== CHAIN) throw new Error(`This wallet signs for ${CHAIN} alone.`);
      const key = await keyOf(account);
      const { readTransaction } = await import('./read-transaction.ts');
      await ask({ kind: 'transaction', address: key.address, reading: readTransaction(transaction) });
      const { signerFromKeyPair } = await import('@autopay/checkout-js/keypair');
      const signer = await signerFromKeyPair(key);
      outputs.push({ signedTransaction: await signer.signTransaction(transaction) });
    }
    return outputs;
  }

  async function signMessage(...inputs: MessageInput[]) {
    const outputs = [];
    for (const { account, message } of inputs) {
      const key = await keyOf(account);
      // A text alone: what could be a transaction is signed where it is read as one.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(message);
      await ask({ kind: 'message', address: key.address, text });
      const signed = await crypto.subtle.sign('Ed25519', key.keyPair.privateKey, Uint8Array.from(message));
      outputs.push({ signedMessage: message, signature: new Uint8Array(signed), signatureType: 'ed25519' });
    }
    return outputs;
  }

  async function keyOf(account: StandardAccount): Promise<TestKey> {
    const key = await openKey();
    if (account.address !== key.address) throw new Error('This account is not in this wallet.');
    return key;
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
        signTransaction,
      },
      'solana:signMessage': { version: '1.1.0', signMessage },
    },
  } as StandardWallet;
}

function accountOf({ address, publicKey }: TestKey): StandardAccount & { publicKey: Uint8Array } {
  const features = ['solana:signTransaction', 'solana:signMessage'];
  return { address, publicKey, chains: [CHAIN], features };
}

async function openKey(): Promise<TestKey> {
  const { openTestKey } = await import('./key.ts');
  return openTestKey();
}

/** Throws an error in the words of widespread wallets where the person rejects. */
async function ask(question: Question): Promise<void> {
  const { askPerson } = await import('./ask-person.tsx');
  if (await askPerson(question)) return;
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
}
