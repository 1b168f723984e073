import { judgeMint, type Mint, readMint } from '../chain/mints.ts';
import type { Chain } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { parseAddress } from '../lib/solana-address.ts';
import type { TokenRow } from './queries.ts';

/** The facts that the registry reads from the chain. */
export type MintFacts = Pick<TokenRow, 'mint' | 'decimals' | 'program'>;

/** The chain that a mode's mints are read from. Throws broadcast_unavailable. */
export function requireChain(deployment: Pick<Deployment, 'chains'>, livemode: boolean): Chain {
  const chain = chainOf(deployment, livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  return chain;
}

/**
 * Reads a mint and checks that charges can be made in it. Throws parameter_invalid if there is no mint at
 * this address, decimals_unsupported, and mint_not_allowed if its transfers might not move exactly what was
 * signed; ChainUnavailableError.
 */
export async function readChargeableMint(
  chain: Chain,
  mintAddress: string,
  terms: { issuerControls: boolean },
): Promise<MintFacts> {
  const mint = await find(chain, mintAddress);
  if (mint === null) {
    throw new ApiError('parameter_invalid', {
      param: 'mint',
      message: 'mint is not a token mint on this chain.',
    });
  }
  const verdict = judgeMint(mint, terms);
  if (!verdict.ok) {
    const code = verdict.code === 'decimals_unsupported' ? 'decimals_unsupported' : 'mint_not_allowed';
    throw new ApiError(code, { param: 'mint', message: verdict.message });
  }
  return { mint: mint.address, decimals: mint.decimals, program: mint.tokenProgram };
}

/**
 * Checks a registered token's mint again when the field `param` changes. Throws mint_not_allowed;
 * ChainUnavailableError.
 */
export async function judgeAgain(
  chain: Chain,
  token: Pick<TokenRow, 'mint' | 'issuerControls'>,
  param: 'floor' | 'issuerControls',
): Promise<void> {
  const mint = await find(chain, token.mint);
  if (mint === null) {
    throw new ApiError('mint_not_allowed', { param, message: 'The mint is not on this chain any more.' });
  }
  const verdict = judgeMint(mint, token);
  if (!verdict.ok) throw new ApiError('mint_not_allowed', { param, message: verdict.message });
}

async function find(chain: Chain, mintAddress: string): Promise<Mint | null> {
  const address = parseAddress(mintAddress);
  return address === null ? null : readMint(chain, address, { commitment: chain.commitment });
}
