import { CheckoutError } from './errors.ts';

/**
 * A payer's wallet: anything that can sign, or sign and send, the bytes of a wire transaction. If it can do
 * both, the wallet sends, since wallets may add instructions that protect the payer.
 */
export interface Signer {
  /** The wallet's address in base58. */
  address: string;
  /** Returns the signed wire transaction. */
  signTransaction?(transaction: Uint8Array): Promise<Uint8Array>;
  /** Signs and broadcasts; returns the signature in base58. */
  signAndSendTransaction?(transaction: Uint8Array): Promise<string>;
}

/** Wallets have no common error codes (4001 is EIP-1193's, which some share), so their messages decide. */
const REJECTED =
  /(user|approval|request)\W+(\w+\W+){0,2}(reject|den(y|ied)|declin|cancel)|(reject|deni|declin|cancel)\w*\W+(\w+\W+){0,2}(user|request)|^transaction (rejected|cancell?ed)/i;
const EXPIRED =
  /blockhash not found|block ?height exceeded|blockhash (has )?expired|transaction (has )?expired/i;

/** Characters of a wallet's message that are searched. The patterns could take seconds on longer ones. */
const MAX_WORDS = 1_000;

/** Waits for the wallet. Throws user_rejected, blockhash_expired, wallet_timeout, wallet_error, or the signal's reason. */
export function askWallet<T>(ask: () => Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const late = () =>
      end(() => reject(new CheckoutError('wallet_timeout', 'The wallet did not answer in time.')));
    const onAbort = () => end(() => reject(signal?.reason));
    const timer = setTimeout(late, timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    function end(settle: () => void) {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    }
    // Async, so that a wallet that throws synchronously is handled like one that rejects.
    const asked = (async () => ask())();
    asked.then(
      (answer) => end(() => resolve(answer)),
      (cause: unknown) => end(() => reject(walletError(cause))),
    );
  });
}

function walletError(cause: unknown): CheckoutError {
  const { words, codes } = chainOf(cause);
  if (codes.includes(4001) || words.some((text) => REJECTED.test(text.slice(0, MAX_WORDS)))) {
    return new CheckoutError('user_rejected', 'The request was declined in the wallet.', { cause });
  }
  if (words.some((text) => EXPIRED.test(text))) {
    return new CheckoutError('blockhash_expired', 'The transaction expired before it was sent.', { cause });
  }
  return new CheckoutError('wallet_error', 'The wallet could not sign.', { cause });
}

/** Messages and codes of an error and of the errors wallet adapters wrapped in it, at most four deep. */
function chainOf(error: unknown): { words: string[]; codes: unknown[] } {
  const words: string[] = [];
  const codes: unknown[] = [];
  let current = error as
    | { message?: unknown; code?: unknown; cause?: unknown; error?: unknown }
    | string
    | undefined;
  for (let depth = 0; depth < 4 && current; depth += 1) {
    if (typeof current === 'string') return { words: [...words, current], codes };
    if (typeof current.message === 'string') words.push(current.message);
    codes.push(current.code);
    current = (current.cause ?? current.error) as typeof current;
  }
  return { words, codes };
}
