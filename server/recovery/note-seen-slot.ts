import { askNode, type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { currentChainState, noteSeenSlot } from './chain-state.ts';

/**
 * Records how far the chain is finalized. After a restore the newest record says how far back a node's
 * history must reach to prove that nothing was forgotten; the lowest response is used, since an older slot is
 * only harder to prove. Does nothing while no node responds.
 */
export async function noteHowFarTheChainIs(deployment: Deployment, livemode: boolean): Promise<void> {
  const { db, clock } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const slot = await lowestFinalizedSlot(chain);
  // Notices a failover even while nothing is charged.
  await currentChainState(db, livemode, clock.seconds());
  if (slot !== null) await noteSeenSlot(db, livemode, slot);
}

async function lowestFinalizedSlot(chain: Chain): Promise<number | null> {
  const answers = await Promise.all(
    chain.nodes.map((node) =>
      askNode(chain, node, (rpc) => rpc.getSlot({ commitment: 'finalized' })).then(
        Number,
        (error: unknown) => {
          if (error instanceof ChainUnavailableError) return null;
          throw error;
        },
      ),
    ),
  );
  const slots = answers.filter((slot) => slot !== null);
  return slots.length === 0 ? null : Math.min(...slots);
}
