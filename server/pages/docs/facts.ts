import { chainOf, type Deployment } from '../../deployment.ts';
import { listPublicTokens } from '../../tokens/queries.ts';

/** What the documentation says of the deployment that serves it. Public: it is the same for everybody. */
export interface Facts {
  url: string;
  sellMode: Deployment['sellMode'];
  test: ModeFacts;
  live: ModeFacts;
}

export interface ModeFacts {
  /** Whether the mode has a chain, so that it can be used at all. */
  isOpen: boolean;
  /** Those that every merchant sees, what examples should name first. */
  tokens: readonly { mint: string; symbol: string; decimals: number }[];
}

/** How long they may be out of date: a token is registered once in a while, and the page is read often. */
const KEPT_MS = 60_000;
/** A registry of hundreds would be a list, not an example. */
const MOST_TOKENS = 5;

/** A reader of the facts. While the database is away it returns those it last read, or none of its tokens. */
export function factsReader(deployment: Deployment): () => Promise<Facts> {
  let kept: { facts: Facts; until: number } | undefined;
  return async () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.facts;
    try {
      const [test, live] = await Promise.all([tokensOf(deployment, false), tokensOf(deployment, true)]);
      const facts = factsOf(deployment, test, live);
      kept = { facts, until: performance.now() + KEPT_MS };
      return facts;
    } catch (error) {
      deployment.log.warn({ err: error }, 'the documentation could not read which tokens there are');
      return kept?.facts ?? factsOf(deployment, [], []);
    }
  };
}

function factsOf(deployment: Deployment, test: ModeFacts['tokens'], live: ModeFacts['tokens']): Facts {
  const isOpen = (livemode: boolean) => chainOf(deployment, livemode) !== null;
  return {
    url: deployment.publicUrl(),
    sellMode: deployment.sellMode,
    test: { isOpen: isOpen(false), tokens: test },
    live: { isOpen: isOpen(true), tokens: live },
  };
}

async function tokensOf({ db }: Deployment, livemode: boolean): Promise<ModeFacts['tokens']> {
  const rows = await listPublicTokens(db, livemode, MOST_TOKENS);
  return rows.map(({ mint, symbol, decimals }) => ({ mint, symbol, decimals }));
}
