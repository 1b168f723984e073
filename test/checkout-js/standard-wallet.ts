import { getBase58Encoder } from '@solana/kit';
import type { StandardAccount, StandardWallet } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import type { TestWallet } from '../support/service.ts';

export type Answer = 'sign' | 'hang' | Error;

/** A wallet of the Wallet Standard, as far as a test wants it. */
export interface WalletScript {
  name?: string;
  chains?: string[];
  /** Of the features that sign; connecting and events it always has. */
  features?: ('solana:signTransaction' | 'solana:signAndSendTransaction')[];
  versions?: ('legacy' | 0)[];
  /** The accounts that connecting returns; by default the key's. */
  accounts?: StandardAccount[];
  onConnect?: () => Promise<void> | void;
  /** What the person does each time, the last one for ever. */
  answers?: Answer[];
  /** Broadcasts signed bytes and returns the signature in base58. */
  send?: (signed: Uint8Array) => Promise<string>;
}

/** A Wallet Standard wallet that holds a real key and a person who responds as scripted. */
export async function scriptedWallet(
  key: TestWallet | { signer: Awaited<ReturnType<typeof signerFromKeyPair>> },
  script: WalletScript = {},
) {
  const signer = 'signer' in key ? key.signer : await signerFromKeyPair(key.secretKey);
  const {
    chains = ['solana:localnet'],
    features = ['solana:signTransaction'],
    versions = ['legacy', 0],
  } = script;
  const account: StandardAccount = { address: signer.address, chains, features };
  const listeners = new Set<(properties: object) => void>();
  /** Each time the person was asked: with the bytes. */
  const asked: Uint8Array[] = [];
  const answers = script.answers ?? ['sign'];
  const late: (() => void)[] = [];
  let accounts: readonly StandardAccount[] = [];

  async function answer(transaction: Uint8Array): Promise<Uint8Array> {
    asked.push(transaction);
    const next = answers[Math.min(asked.length, answers.length) - 1]!;
    if (next instanceof Error) throw next;
    if (next === 'hang') await new Promise<void>((resolve) => late.push(resolve));
    return signer.signTransaction(transaction);
  }

  const signing = {
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      async signTransaction({ transaction }: { transaction: Uint8Array }) {
        return [{ signedTransaction: await answer(transaction) }];
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      async signAndSendTransaction({ transaction }: { transaction: Uint8Array }) {
        const signature = await script.send!(await answer(transaction));
        return [{ signature: new Uint8Array(getBase58Encoder().encode(signature)) }];
      },
    },
  };
  const wallet: StandardWallet = {
    name: script.name ?? 'Test Wallet',
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect() {
          await script.onConnect?.();
          accounts = script.accounts ?? [account];
          return { accounts };
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_: 'change', listener: (properties: object) => void) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      ...Object.fromEntries(features.map((feature) => [feature, signing[feature]])),
    },
    get accounts() {
      return accounts;
    },
  };
  return {
    wallet,
    account,
    asked,
    listeners,
    /** The person approves what they left unanswered. */
    approveNow: () => late.splice(0).forEach((resolve) => resolve()),
    /** The person switches to other accounts in the wallet. */
    switchTo(...others: StandardAccount[]) {
      accounts = others;
      for (const listener of listeners) listener({ accounts });
    },
  };
}
