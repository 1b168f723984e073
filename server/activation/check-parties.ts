import { type Address, address } from '@solana/kit';
import { judgeMint, type Mint, parseMint } from '../chain/mints.ts';
import { askLocalnet, type Chain } from '../chain/rpc.ts';
import type { TokenProgramName } from '../chain/token-program.ts';
import { readGathered } from '../chain/gathered-reads.ts';
import { parseTokenAccount, type RawAccount, tokenAccountOf } from '../chain/tokens.ts';
import { ApiError } from '../../rules/api-error.ts';

/** What was found on chain about a sale. */
export interface Receiver {
  mint: Mint;
  /** The payee's token account takes a transfer only right after a memo. */
  payeeRequiresMemo: boolean;
}

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');

/** The parties to a mandate, and its token. */
export interface Parties {
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
}

/**
 * Checks on chain that the mandate can be charged: both parties are wallets, the mint's transfers move
 * exactly what was signed, and the payee can receive. On a real chain the service pays no rent, so the
 * payee's token account must exist; on the localnet it is created. Throws
 * parameter_invalid, mint_not_allowed; ChainUnavailableError.
 */
export async function checkParties(
  chain: Chain,
  { payer, payee, mint: mintAddress, tokenProgram }: Parties,
  { issuerControls }: { issuerControls: boolean },
): Promise<Receiver> {
  const tokens = await tokenAccountOf(payee, mintAddress, tokenProgram);
  const [payerRaw, ...receiving] = await readGathered(chain, [payer, payee, mintAddress, tokens]);
  requireWallet('payer', payerRaw ?? null);
  return requireReceiver(chain, { payee, mint: mintAddress, issuerControls }, receiving);
}

/** The part of `checkParties` that needs no payer, for a link or product whose payers are not known yet. */
export async function checkReceiver(
  chain: Chain,
  { payee, mint, tokenProgram }: Omit<Parties, 'payer'>,
  { issuerControls }: { issuerControls: boolean },
): Promise<Receiver> {
  const tokens = await tokenAccountOf(payee, mint, tokenProgram);
  const accounts = await readGathered(chain, [payee, mint, tokens]);
  return requireReceiver(chain, { payee, mint, issuerControls }, accounts);
}

async function requireReceiver(
  chain: Chain,
  { payee, mint: mintAddress, issuerControls }: Pick<Parties, 'payee' | 'mint'> & { issuerControls: boolean },
  [payeeRaw, mintRaw, payeeTokens]: readonly (RawAccount | null | undefined)[],
): Promise<Receiver> {
  requireWallet('payee', payeeRaw ?? null);
  const mint = parseMint(mintRaw ?? null);
  if (mint === null)
    throw new ApiError('mint_not_allowed', { param: 'mint', message: 'No such mint on this chain.' });
  const verdict = judgeMint(mint, { issuerControls });
  if (!verdict.ok) throw new ApiError('mint_not_allowed', { param: 'mint', message: verdict.message });

  const receiving = parseTokenAccount(payeeTokens ?? null);
  if (receiving.kind === 'missing') await openPayeeAccount(chain, payee, mintAddress);
  else if (receiving.kind === 'invalid' || receiving.account.owner !== payee) {
    throw new ApiError('parameter_invalid', {
      param: 'payee',
      message: "The payee's associated token account does not belong to the payee any more.",
    });
  }
  const payeeRequiresMemo = receiving.kind === 'account' && receiving.account.requiresMemo;
  return { mint, payeeRequiresMemo };
}

/** Tokens sent to the associated account of a mint, token account or program would be lost: those cannot sign. */
function requireWallet(param: 'payer' | 'payee', raw: RawAccount | null): void {
  if (raw === null || raw.owner === SYSTEM_PROGRAM) return;
  throw new ApiError('parameter_invalid', {
    param,
    message: `${param} is not a wallet: the account belongs to the program ${raw.owner}.`,
  });
}

async function openPayeeAccount(chain: Chain, payee: Address, mint: Address): Promise<void> {
  if (chain.isLocalnet) {
    await askLocalnet(chain, 'autopay_createTokenAccount', [{ mint, owner: payee }]);
    return;
  }
  throw new ApiError('parameter_invalid', {
    param: 'payee',
    message:
      'The payee has no associated token account for this mint. Create it once, for example by sending it any amount of the token.',
  });
}
