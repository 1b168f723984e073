/** A wallet of the Wallet Standard that runs in the page, as an extension's does, and signs with a real key. */
import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromBytes,
  decompileTransactionMessage,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
  signBytes,
  type Transaction,
} from '@solana/kit';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { registerWallet } from '@wallet-standard/wallet';

/** Makes one wallet. */
export interface WalletPlan {
  name: string;
  /** Base64 of the 64 bytes of the key pair. */
  secretKey: string;
  chains: `${string}:${string}`[];
  /** What it can do: hand back what it signed, or send it; sign texts. */
  signs: ('solana:signTransaction' | 'solana:signAndSendTransaction' | 'solana:signMessage')[];
  /** Instructions that it adds to whatever it signs: base64 of their data, and no accounts. */
  adds: { programAddress: string; data: string }[];
}

/** What a wallet asks the person who sits before it. */
export interface Question {
  wallet: string;
  kind: 'connect' | 'sign' | 'text';
  /** What is to be signed, in base64. */
  transaction?: string;
  /** The text that is to be signed. */
  text?: string;
}

/** The person and the network, which are outside the page. */
export interface Outside {
  /** Resolves to whether the person approves. */
  autopayTestAsk(question: Question): Promise<boolean>;
  /** Sends signed bytes in base64 to the chain, past the service. Rejects as a node refuses. */
  autopayTestSend(wire: string): Promise<void>;
  /** Comes with wallets that are there from the start. */
  autopayTestWallets?: WalletPlan[];
  /** Registers one more. */
  autopayTestRegister(plan: WalletPlan): Promise<void>;
  /** Has the wallet that registered last show the page these accounts from now on. */
  autopayTestSwitch(accounts: WalletAccount[]): void;
  /** Takes note of what must not happen. */
  autopayTestMishap(what: string): Promise<void>;
}

declare global {
  interface Window extends Outside {}
}

window.autopayTestRegister = async (plan) => {
  const signer = await createKeyPairSignerFromBytes(
    new Uint8Array(getBase64Encoder().encode(plan.secretKey)),
  );
  registerWallet(makeWallet(plan, signer));
};
// Where a browser shows no site yet there is no cryptography either.
if (window.isSecureContext) {
  for (const plan of window.autopayTestWallets ?? []) void window.autopayTestRegister(plan);
}

function makeWallet(plan: WalletPlan, signer: KeyPairSigner): Wallet {
  const { name, chains, signs } = plan;
  const account: WalletAccount = {
    address: signer.address,
    publicKey: new Uint8Array(getBase58Encoder().encode(signer.address)),
    chains,
    features: signs,
  };
  let accounts: WalletAccount[] = [];
  const listeners = new Set<(changed: { accounts: WalletAccount[] }) => void>();
  const show = (shown: WalletAccount[]) => {
    accounts = shown;
    for (const listener of listeners) listener({ accounts });
  };
  window.autopayTestSwitch = show;
  const ask = async (question: Omit<Question, 'wallet'>) => {
    // The words of a widespread wallet.
    if (!(await window.autopayTestAsk({ wallet: name, ...question })))
      throw new Error('User rejected the request.');
  };
  const sign = async (bytes: Uint8Array) => {
    await ask({ kind: 'sign', transaction: getBase64Decoder().decode(bytes) });
    const given = getTransactionDecoder().decode(bytes);
    return partiallySignTransaction(
      [signer.keyPair],
      plan.adds.length > 0 ? withMore(given, plan.adds) : given,
    );
  };
  const encode = (transaction: Transaction) => new Uint8Array(getTransactionEncoder().encode(transaction));
  const features: { [name: string]: object } = {
    'standard:connect': {
      version: '1.0.0',
      connect: async ({ silent = false } = {}) => {
        if (accounts.length === 0 && !silent) {
          await ask({ kind: 'connect' });
          show([account]);
        }
        return { accounts };
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (_: 'change', listener: (changed: object) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: async (input: { transaction: Uint8Array }) => [
        { signedTransaction: encode(await sign(input.transaction)) },
      ],
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async (input: { transaction: Uint8Array }) => {
        const signed = await sign(input.transaction);
        await window.autopayTestSend(getBase64Decoder().decode(encode(signed)));
        const signature = new Uint8Array(getBase58Encoder().encode(getSignatureFromTransaction(signed)));
        return [{ signature }];
      },
    },
  };
  features['solana:signMessage'] = {
    version: '1.1.0',
    signMessage: async ({ message }: { message: Uint8Array }) => {
      await ask({ kind: 'text', text: new TextDecoder().decode(message) });
      const signature = await signBytes(signer.keyPair.privateKey, message);
      return [{ signedMessage: message, signature: new Uint8Array(signature) }];
    },
  };
  const offered = Object.entries(features).filter(
    ([feature]) => feature.startsWith('standard:') || signs.includes(feature as (typeof signs)[number]),
  );
  return {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    features: Object.fromEntries(offered) as Wallet['features'],
    get accounts() {
      return accounts;
    },
  };
}

/** As wallets put a priority fee or a check of their own into what they sign. */
function withMore(transaction: Transaction, adds: WalletPlan['adds']): Transaction {
  const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const message = decompileTransactionMessage(compiled);
  return compileTransaction(
    appendTransactionMessageInstructions(
      adds.map(({ programAddress, data }) => ({
        programAddress: address(programAddress),
        data: new Uint8Array(getBase64Encoder().encode(data)),
      })),
      message,
    ) as typeof message,
  );
}
