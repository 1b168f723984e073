import type { Deployment } from '../../deployment.ts';
import { chainOf } from '../../deployment.ts';
import type { Readiness } from '../../http/service-routes.ts';
import { listMerchants } from '../../merchants/queries.ts';
import {
  type ExhaustedRow,
  listExhausted,
  listProcesses,
  listReconciled,
  listStuck,
  type ProcessRow,
  type ReconciledDay,
  type StuckCharge,
} from '../../operator/queries.ts';
import { findChainState } from '../../recovery/chain-state.ts';
import { listTokenRequests, type TokenRequestRow } from '../../token-requests/queries.ts';
import { readRegistry } from '../../tokens/read-registry.ts';

/** A merchant as the owner needs it. */
export interface PlatformMerchant {
  id: string;
  name: string;
  createdAt: number;
  approvedAt: number | null;
}

/** What the page shows of a mode that has a chain. */
export interface OwnerModeView {
  mode: 'test' | 'live';
  haltedReason: string | null;
  /** As `/readyz` has it. */
  chain: Record<string, unknown>;
  stuck: StuckCharge[];
  tokens: { symbol: string; mint: string; decimals: number; class: string; floor: boolean }[];
  requests: TokenRequestRow[];
  exhausted: ExhaustedRow[];
  reconciled: ReconciledDay[];
}

/** What the page shows. */
export interface OwnerView {
  modes: OwnerModeView[];
  processes: ProcessRow[];
  pending: PlatformMerchant[];
  merchants: PlatformMerchant[];
}

const PAGE = { take: 50, olderThan: null, newerThan: null };

/** Reads all of it now: at most 50 rows of each kind. */
export async function readOwnerView(
  deployment: Deployment,
  ready: () => Promise<Readiness>,
): Promise<OwnerView> {
  const { db } = deployment;
  const { checks } = await ready();
  const chains = (checks['chains'] ?? {}) as Record<string, Record<string, unknown> | null>;
  const modes: OwnerModeView[] = [];
  for (const mode of ['live', 'test'] as const) {
    const livemode = mode === 'live';
    if (chainOf(deployment, livemode) !== null)
      modes.push(await readMode(deployment, mode, chains[mode] ?? {}));
  }
  return {
    modes,
    processes: await listProcesses(db),
    pending: await listMerchants(db, { status: 'pending' }, PAGE),
    merchants: await listMerchants(db, {}, PAGE),
  };
}

async function readMode(
  { db, clock }: Deployment,
  mode: 'test' | 'live',
  chain: Record<string, unknown>,
): Promise<OwnerModeView> {
  const livemode = mode === 'live';
  return {
    mode,
    haltedReason: (await findChainState(db, livemode))?.haltedReason ?? null,
    chain,
    stuck: await listStuck(db, livemode, clock.seconds()),
    tokens: (await readRegistry(db, { merchantId: null, livemode }, { limit: 100 })).data,
    requests: await listTokenRequests(db, livemode, { status: 'pending' }, PAGE),
    exhausted: await listExhausted(db, livemode),
    reconciled: await listReconciled(db, livemode),
  };
}
