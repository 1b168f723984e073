/** The parts of the Wallet Standard that a checkout uses. Any wallet of `@wallet-standard/base` fits these types. */
export interface StandardWallet {
  readonly name: string;
  /** A data URI. */
  readonly icon: string;
  /** Such as `solana:mainnet`. */
  readonly chains: readonly string[];
  readonly features: { readonly [feature: `${string}:${string}`]: unknown };
  /** The accounts the person has let this page use. */
  readonly accounts: readonly StandardAccount[];
}

/** An account of a wallet. */
export interface StandardAccount {
  /** base58 */
  readonly address: string;
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

interface SigningFeature {
  readonly supportedTransactionVersions: readonly ('legacy' | number)[];
}

/** What a wallet is asked to sign. */
interface SigningInput {
  readonly account: StandardAccount;
  readonly transaction: Uint8Array;
  readonly chain: string;
}

/** The features that a checkout looks for, as the Wallet Standard and its Solana extension define them. */
interface Features {
  'standard:connect': {
    connect(input?: { silent?: boolean }): Promise<{ readonly accounts: readonly StandardAccount[] }>;
  };
  'standard:events': { on(event: 'change', listener: (properties: object) => void): () => void };
  'solana:signMessage': {
    signMessage(
      ...inputs: { readonly account: StandardAccount; readonly message: Uint8Array }[]
    ): Promise<readonly { signedMessage: Uint8Array; signature: Uint8Array }[]>;
  };
  'solana:signTransaction': SigningFeature & {
    signTransaction(...inputs: SigningInput[]): Promise<readonly { signedTransaction: Uint8Array }[]>;
  };
  'solana:signAndSendTransaction': SigningFeature & {
    signAndSendTransaction(...inputs: SigningInput[]): Promise<readonly { signature: Uint8Array }[]>;
  };
}

/** Returns a wallet's feature, if it has it. */
export function featureOf<Name extends keyof Features>(
  wallet: StandardWallet,
  name: Name,
): Features[Name] | undefined {
  return wallet.features[name] as Features[Name] | undefined;
}
