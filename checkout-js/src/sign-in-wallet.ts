import { base58FromBytes } from './base58.ts';
import type { CheckoutView } from './checkout-api.ts';
import { type Sent, signAuthorization, type SigningRequest } from './sign-authorization.ts';
import { featureOf, type StandardAccount, type StandardWallet } from './standard-wallet.ts';
import type { Signer } from './wallet.ts';
import { chainOf } from './wallet-choice.ts';

/** Whom to ask for the signature. */
export interface WalletRequest extends Omit<SigningRequest, 'signer'> {
  wallet: StandardWallet;
  account: StandardAccount;
  /**
   * Called with the signature once the wallet has sent, however late, even after the request was cancelled.
   */
  onSent(signature: string): void;
}

/** signAuthorization for an account of a Wallet Standard wallet. */
export function signInWallet({ wallet, account, onSent, ...request }: WalletRequest): Promise<Sent> {
  return signAuthorization({ ...request, signer: signerOf(wallet, account, request.view, onSent) });
}

function signerOf(
  wallet: StandardWallet,
  account: StandardAccount,
  view: CheckoutView,
  onSent: (signature: string) => void,
): Signer {
  const signing = featureOf(wallet, 'solana:signTransaction');
  const sending = featureOf(wallet, 'solana:signAndSendTransaction');
  const chain = chainOf(view);
  const signer: Signer = { address: account.address };
  if (signing?.supportedTransactionVersions.includes(0)) {
    signer.signTransaction = async (transaction) => {
      const [output] = await signing.signTransaction({ account, transaction, chain });
      return output!.signedTransaction;
    };
  }
  if (sending?.supportedTransactionVersions.includes(0)) {
    signer.signAndSendTransaction = async (transaction) => {
      const [output] = await sending.signAndSendTransaction({ account, transaction, chain });
      const signature = base58FromBytes(output!.signature);
      onSent(signature);
      return signature;
    };
  }
  return signer;
}
