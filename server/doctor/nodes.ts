import { MAINNET_GENESIS } from '../chain/mainnet.ts';
import { createSolanaRpcFromTransport, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { httpTransport } from '../chain/http-transport.ts';
import type { Clock } from '../lib/clock.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const ANSWER_MS = 5_000;
/** A slot takes 0.4 s. */
const SLOTS_PER_SECOND = 2.5;
/** 20 s: an honest node is a slot or two behind. */
const FAR_SLOTS = 50n;
/** A minute: its answers are too old to judge an expiry by. */
const LOST_SLOTS = 150n;
/** For a day an expired signature is watched, and a person may need to look further back. */
const HISTORY_SECONDS = 86_400;
/** As the processes themselves have it: a mode whose blocks are further away charges nothing. */
const MOST_SKEW_SECONDS = 120;
const USUAL_SKEW_SECONDS = 20;

/** The clusters whose tokens are worth nothing. */
const WORTHLESS: Record<string, string> = {
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyUS88uRDiscHYsXScUR9MjENUsCuxd': 'testnet',
};

/** A node that answered. */
export interface Node {
  /** Host and port: a provider's key is often in the rest of the URL. */
  name: string;
  rpc: Rpc<SolanaRpcApi>;
  genesisHash: string;
  slot: bigint;
}

/** One question to a node, within 5 s. */
export function askWithin<T>(
  clock: Clock,
  send: (signal: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  return withinDeadline(clock, ANSWER_MS, (abortSignal) => send({ abortSignal }));
}

/**
 * Asks each node of a mode which chain it serves, how far it is and how far back it remembers, and holds the answers against one another
 * and against `boundTo`, the chain that the database belongs to (null: none yet).
 */
export async function examineNodes(
  mode: 'test' | 'live',
  { rpcUrls, boundTo }: { rpcUrls: readonly string[]; boundTo: string | null },
  clock: Clock,
): Promise<{ nodes: Node[]; findings: Finding[] }> {
  const { warn } = findingsOf(`${mode} chain`);
  const looks = await Promise.all(rpcUrls.map((url) => examineNode(mode, url, clock)));
  const nodes = looks.flatMap(({ node }) => (node === null ? [] : [node]));
  const findings = looks.flatMap((look) => look.findings);
  if (rpcUrls.length === 1)
    findings.push(
      warn(
        'nodes',
        'one only',
        `Add a second URL of another provider to AUTOPAY_${mode.toUpperCase()}_RPC_URL.`,
      ),
    );
  return { nodes, findings: [...findings, ...compare(mode, nodes, boundTo)] };
}

async function examineNode(
  mode: 'test' | 'live',
  url: string,
  clock: Clock,
): Promise<{ node: Node | null; findings: Finding[] }> {
  const { ok, warn, wrong } = findingsOf(`${mode} chain`);
  const name = new URL(url).host;
  const rpc = createSolanaRpcFromTransport(httpTransport(url)) as Rpc<SolanaRpcApi>;
  try {
    const began = clock.monotonicMs();
    const genesisHash = await askWithin(clock, (signal) => rpc.getGenesisHash().send(signal));
    const tookMs = Math.round(clock.monotonicMs() - began);
    const slot = await askWithin(clock, (signal) => rpc.getSlot({ commitment: 'confirmed' }).send(signal));
    const findings = [ok(name, `answers in ${tookMs} ms, at slot ${slot}`)];
    findings.push(await lookAtHistory(name, mode, { rpc, slot }, clock));
    const time = await askWithin(clock, (signal) => rpc.getBlockTime(slot).send(signal)).catch(() => null);
    findings.push(
      time === null
        ? warn(
            `${name} clock`,
            'it does not say when its newest block was made',
            'Ask the provider for getBlockTime.',
          )
        : judgeBlockTime(mode, `${name} clock`, clock.milliseconds() / 1_000 - Number(time)),
    );
    return { node: { name, rpc, genesisHash, slot }, findings };
  } catch (error) {
    const cure = `Check the URL in AUTOPAY_${mode.toUpperCase()}_RPC_URL, the provider's key in it, and the firewall.`;
    return { node: null, findings: [wrong(name, `does not answer: ${reasonOf(error)}`, cure)] };
  }
}

/** The difference between this machine's clock and the blocks of a chain. */
export function judgeBlockTime(mode: 'test' | 'live', what: string, seconds: number): Finding {
  const { ok, warn, wrong } = findingsOf(`${mode} chain`);
  const found = `${Math.abs(seconds).toFixed(0)} s ${seconds < 0 ? 'behind' : 'ahead of'} its newest block`;
  const cure = 'Run NTP on this machine; if its clock is right, the node or the chain is behind.';
  if (Math.abs(seconds) > MOST_SKEW_SECONDS)
    return wrong(what, `${found}: nothing is charged in ${mode} mode beyond 120 s`, cure);
  return Math.abs(seconds) > USUAL_SKEW_SECONDS ? warn(what, found, cure) : ok(what, found);
}

/** How far back a node knows transactions: no expiry can be proven without the blocks since the signature. */
async function lookAtHistory(
  name: string,
  mode: 'test' | 'live',
  { rpc, slot }: Pick<Node, 'rpc' | 'slot'>,
  clock: Clock,
): Promise<Finding> {
  const { ok, warn } = findingsOf(`${mode} chain`);
  const cure = 'Use a provider with a longer history, for one of the nodes at least.';
  const what = `${name} history`;
  try {
    const first = await askWithin(clock, (signal) => rpc.getFirstAvailableBlock().send(signal));
    if (first <= 1n) return ok(what, 'from the first block on');
    const seconds = Number(slot - first) / SLOTS_PER_SECOND;
    const found = `about ${(seconds / 3_600).toFixed(0)} h, from block ${first}`;
    return seconds < HISTORY_SECONDS ? warn(what, found, cure) : ok(what, found);
  } catch (error) {
    return warn(what, `unknown: ${reasonOf(error)}`, cure);
  }
}

function compare(mode: 'test' | 'live', nodes: readonly Node[], boundTo: string | null): Finding[] {
  const { ok, warn, wrong } = findingsOf(`${mode} chain`);
  const [first] = nodes;
  if (first === undefined) return [];
  const setting = `AUTOPAY_${mode.toUpperCase()}_RPC_URL`;
  const findings: Finding[] = [];
  const foreign = nodes.filter(({ genesisHash }) => genesisHash !== (boundTo ?? first.genesisHash));
  const chain = boundTo ?? first.genesisHash;
  for (const { name, genesisHash } of foreign)
    findings.push(
      wrong(
        'same chain',
        `${name} serves ${genesisHash}, ${boundTo === null ? `${first.name} serves` : 'the database belongs to'} ${chain}`,
        `Take it out of ${setting}, or correct its URL.`,
      ),
    );
  if (foreign.length === 0)
    findings.push(ok('same chain', `${chain}${boundTo === null ? '' : ', as the database'}`));
  if (mode === 'live' && chain in WORTHLESS)
    findings.push(
      warn(
        'which chain',
        `${WORTHLESS[chain]}: its tokens are worth nothing`,
        `Set ${setting} to nodes of mainnet-beta.`,
      ),
    );
  if (mode === 'test' && chain === MAINNET_GENESIS)
    findings.push(
      wrong(
        'which chain',
        'mainnet-beta: tests would move real money',
        `Set ${setting} to nodes of devnet, or leave it out.`,
      ),
    );
  const slots = nodes.filter((node) => !foreign.includes(node)).map(({ slot }) => slot);
  if (slots.length < 2) return findings;
  const apart = slots.reduce((a, b) => (a > b ? a : b)) - slots.reduce((a, b) => (a < b ? a : b));
  const cure = 'Leave out the node that stays behind.';
  if (apart > LOST_SLOTS) findings.push(wrong('distance', `the nodes are ${apart} slots apart`, cure));
  else if (apart > FAR_SLOTS) findings.push(warn('distance', `the nodes are ${apart} slots apart`, cure));
  else findings.push(ok('distance', `the nodes are ${apart} slots apart`));
  return findings;
}
