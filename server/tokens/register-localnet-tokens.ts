import { askLocalnet } from '../chain/rpc.ts';
import { TOKEN_2022 } from '../chain/token-program.ts';
import type { Deployment } from '../deployment.ts';
import { demoteOtherFloor, lockRegistry, upsertToken } from './queries.ts';

/** The result of the method `autopay_localnetInfo`. */
interface LocalnetInfo {
  /** The tokens created at the localnet's first start, floor token first. */
  tokens: { mint: string; symbol: string; decimals: number; programId: string }[];
}

/**
 * Adds the embedded test chain's own tokens to the test registry at every start: its first token is the floor
 * token, and all are accepted by default. Does nothing if the test chain is another. The tokens of a
 * discarded localnet stay registered, but are no longer accepted by default.
 */
export async function registerLocalnetTokens({
  db,
  clock,
  chains,
}: Pick<Deployment, 'db' | 'clock' | 'chains'>): Promise<void> {
  if (chains.test === null || !chains.test.isLocalnet) return;
  const { tokens } = await askLocalnet<LocalnetInfo>(chains.test, 'autopay_localnetInfo', []);
  const [floor] = tokens;
  if (floor === undefined) throw new Error('Bug: the localnet has no tokens.');
  await db.begin(async (tx) => {
    await lockRegistry(tx);
    await demoteOtherFloor(tx, false, floor.mint);
    for (const token of tokens) {
      await upsertToken(tx, {
        livemode: false,
        mint: token.mint,
        symbol: token.symbol,
        decimals: token.decimals,
        program: token.programId === TOKEN_2022 ? 'token-2022' : 'token',
        class: 'stable',
        isDefault: true,
        floor: token.mint === floor.mint,
        issuerControls: false,
        madeBy: null,
        createdAt: clock.seconds(),
      });
    }
  });
}
