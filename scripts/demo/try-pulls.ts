import type { Address, TransactionError } from '@solana/kit';
import { transferOfSubscription } from '../../server/chain/subscriptions/instructions.ts';
import type { Signer } from '../../server/chain/signer.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import type { DemoChain } from './demo-chain.ts';
import { say } from './trail.ts';

/** What somebody who stole the service's delegate key has: the key, and what everybody reads on chain. */
export interface Thief {
  chain: DemoChain;
  delegate: Signer;
  /** Pays the network fees. */
  feePayer: Signer;
  payer: Address;
  mint: Address;
  plan: Address;
}

/** A pull that the program must refuse, and with which of its errors. */
export interface Forbidden {
  what: string;
  amountAtomic: bigint;
  /** Whose token account gets it. */
  to: Address;
  error: keyof typeof WORDS;
}

/** The program's error codes that are expected here, in words. */
const WORDS = {
  400: 'this is more than the period still allows',
  506: "this is not the plan's payee",
} as const;

/** Sends a pull that the delegate key signed, and says how the program refused it. Throws if it was not refused for the expected reason. */
export async function tryPull(
  { chain, delegate, feePayer, payer, mint, plan }: Thief,
  { what, amountAtomic, to, error }: Forbidden,
): Promise<void> {
  const tokenProgram = 'token';
  const pull = await transferOfSubscription({
    payer,
    mint,
    tokenProgram,
    plan,
    amountAtomic,
    source: await tokenAccountOf(payer, mint, tokenProgram),
    destination: await tokenAccountOf(to, mint, tokenProgram),
    puller: delegate.address,
    references: [],
  });
  const ran = await chain.run([pull], [feePayer, delegate]);
  const code = codeOf(ran.error);
  if (code !== error)
    throw new Error(
      `${what}: the program should have refused this with its error ${error}, and the chain says ${describe(ran.error)}.`,
    );
  say('tried', `${what}, signed with the service's own key`);
  say('refused', `by the program on chain: ${WORDS[error]} (its error ${error}), ${ran.signature}`);
}

function codeOf(error: TransactionError | null): number | null {
  if (error === null || typeof error !== 'object' || !('InstructionError' in error)) return null;
  const [, reason] = error.InstructionError as [unknown, unknown];
  return typeof reason === 'object' && reason !== null && 'Custom' in reason ? Number(reason.Custom) : null;
}

function describe(error: TransactionError | null): string {
  if (error === null) return 'that it succeeded';
  return JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}
