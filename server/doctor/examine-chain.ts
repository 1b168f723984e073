import type { Address } from '@solana/kit';
import { affordablePulls, LOW_LAMPORTS } from '../chain/fee-payer.ts';
import { judgeMint, parseMint } from '../chain/mints.ts';
import { fileSigner } from '../chain/signer.ts';
import { SUBSCRIPTIONS_PROGRAM } from '../chain/subscriptions/address.ts';
import type { ChainConfig, Config } from '../config/config.ts';
import type { Sql } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { formatUnits } from '../../rules/money.ts';
import { type Finding, findingsOf } from './finding.ts';
import { askWithin, examineNodes, type Node } from './nodes.ts';

/** Accounts of one request, the limit of every provider. */
const ACCOUNTS_PER_CALL = 100;
/** The registry is kept by a person; more than this is looked at in part. */
const MOST_TOKENS = 1_000;
const DATABASE_MS = 5_000;

type Cluster = Extract<ChainConfig, { kind: 'rpc' }>;

/** A mode's chain: its nodes, what its fee payer holds, and whether the registry is what the chain says. */
export async function examineChain(
  mode: 'test' | 'live',
  config: Config,
  { db, clock }: { db: Sql | null; clock: Clock },
): Promise<Finding[]> {
  const { ok, warn } = findingsOf(`${mode} chain`);
  const cluster = config[mode];
  if (cluster.kind === 'localnet') return [ok('nodes', 'the local chain, which starts with the service')];
  if (cluster.kind === 'none')
    return [
      mode === 'live'
        ? warn(
            'nodes',
            'none: live mode has no chain',
            'Set AUTOPAY_LIVE_RPC_URL and its key files to take real money.',
          )
        : ok('nodes', 'none: test mode has no chain'),
    ];
  const known = await read(db, clock, (sql) => registryOf(sql, mode === 'live'));
  const { rpcUrls } = cluster;
  const { nodes, findings } = await examineNodes(
    mode,
    { rpcUrls, boundTo: known?.genesisHash ?? null },
    clock,
  );
  const [node] = nodes;
  // Each reads what the others do not need: one that fails says so and hides no other.
  const rest =
    node === undefined
      ? []
      : await Promise.all([
          ...payersOf(cluster).map(({ what, path }) => lookAtPayer(mode, what, path, node, clock)),
          ...(config.scheme === 'plan' ? [lookAtProgram(mode, node, clock)] : []),
          ...(known === null ? [] : [lookAtTokens(mode, known.tokens, node, clock)]),
        ]);
  return [...findings, ...rest.flat()];
}

function payersOf({ feePayerKeyFile, planOwnerKeyFile }: Cluster) {
  const feePayer = { what: 'fee payer', path: feePayerKeyFile };
  if (planOwnerKeyFile === null || planOwnerKeyFile === feePayerKeyFile) return [feePayer];
  return [feePayer, { what: "plans' owner", path: planOwnerKeyFile }];
}

async function lookAtPayer(
  mode: 'test' | 'live',
  what: string,
  path: string,
  { rpc, name }: Node,
  clock: Clock,
): Promise<Finding[]> {
  const { ok, warn, wrong } = findingsOf(`${mode} chain`);
  // A file that cannot be used is told of among the keys.
  const signer = await fileSigner(path).catch(() => null);
  if (signer === null) return [];
  const { address } = signer;
  try {
    const { value } = await askWithin(clock, (signal) => rpc.getBalance(address).send(signal));
    const pulls = affordablePulls(value);
    const found = `${formatUnits(value, 9)} SOL, enough for about ${pulls} charges`;
    const cure = `Send SOL to ${address}.`;
    if (pulls === 0n) return [wrong(what, `${formatUnits(value, 9)} SOL: nothing can be charged`, cure)];
    return [value < LOW_LAMPORTS ? warn(what, found, cure) : ok(what, found)];
  } catch {
    return [warn(what, `${name} did not say what it holds`, 'Run the doctor again.')];
  }
}

async function lookAtProgram(mode: 'test' | 'live', { rpc, name }: Node, clock: Clock): Promise<Finding[]> {
  const { ok, warn, wrong } = findingsOf(`${mode} chain`);
  const what = 'Subscriptions program';
  try {
    const { value } = await askWithin(clock, (signal) =>
      rpc.getAccountInfo(SUBSCRIPTIONS_PROGRAM, { encoding: 'base64' }).send(signal),
    );
    return [
      value?.executable === true
        ? ok(what, SUBSCRIPTIONS_PROGRAM)
        : wrong(
            what,
            'not on this chain, and AUTOPAY_SCHEME is plan',
            'Set AUTOPAY_SCHEME=approval, or use a chain that has it.',
          ),
    ];
  } catch {
    return [warn(what, `${name} did not say whether the chain has it`, 'Run the doctor again.')];
  }
}

interface RegisteredToken {
  mint: string;
  symbol: string;
  decimals: number;
  program: string;
  issuerControls: boolean;
  floor: boolean;
}

/** What the database knows about a mode's chain. */
async function registryOf(db: Sql, livemode: boolean) {
  const [chain] = await db<
    { genesisHash: string }[]
  >`select genesis_hash from chains where livemode = ${livemode}`;
  const tokens = await db<RegisteredToken[]>`
    select mint, symbol, decimals, program, issuer_controls, floor from tokens
    where livemode = ${livemode} and removed_at is null and made_by is null
    order by created_at limit ${MOST_TOKENS}`;
  return { genesisHash: chain?.genesisHash ?? null, tokens };
}

/** Null where there is no database, or none that answers: that is told of elsewhere. */
async function read<T>(db: Sql | null, clock: Clock, ask: (db: Sql) => Promise<T>): Promise<T | null> {
  if (db === null) return null;
  return withinDeadline(clock, DATABASE_MS, () => ask(db)).catch(() => null);
}

async function lookAtTokens(
  mode: 'test' | 'live',
  tokens: readonly RegisteredToken[],
  { rpc, name }: Node,
  clock: Clock,
): Promise<Finding[]> {
  const { warn, wrong } = findingsOf(`${mode} registry`);
  if (tokens.length === 0) {
    const cure = 'Add one: POST /v1/platform/tokens with the owner key.';
    return [(mode === 'live' ? wrong : warn)('tokens', 'none: nobody can be charged in anything', cure)];
  }
  try {
    const findings: Finding[] = [];
    for (let at = 0; at < tokens.length; at += ACCOUNTS_PER_CALL) {
      const some = tokens.slice(at, at + ACCOUNTS_PER_CALL);
      const { value } = await askWithin(clock, (signal) =>
        rpc
          .getMultipleAccounts(
            some.map(({ mint }) => mint as Address),
            { encoding: 'base64' },
          )
          .send(signal),
      );
      for (const [index, token] of some.entries()) {
        const info = value[index] ?? null;
        const raw =
          info === null
            ? null
            : {
                address: token.mint as Address,
                owner: info.owner,
                data: new Uint8Array(Buffer.from(info.data[0], 'base64')),
                lamports: info.lamports,
              };
        findings.push(judgeToken(mode, token, parseMint(raw)));
      }
    }
    return findings;
  } catch {
    return [warn('tokens', `${name} did not show them`, 'Run the doctor again.')];
  }
}

function judgeToken(
  mode: 'test' | 'live',
  token: RegisteredToken,
  mint: ReturnType<typeof parseMint>,
): Finding {
  const { ok, warn, wrong } = findingsOf(`${mode} registry`);
  const what = token.symbol;
  const remove = `Take it off the registry: DELETE /v1/platform/tokens/${token.mint}`;
  if (mint === null) return wrong(what, `${token.mint} is no token on this chain`, remove);
  if (mint.decimals !== token.decimals)
    return wrong(
      what,
      `the registry says ${token.decimals} decimals, the chain ${mint.decimals}: amounts are shown wrongly`,
      `${remove}, then add it again.`,
    );
  if (mint.tokenProgram !== token.program)
    return wrong(
      what,
      `the registry says ${token.program}, the chain ${mint.tokenProgram}`,
      `${remove}, then add it again.`,
    );
  const verdict = judgeMint(mint, token);
  if (!verdict.ok) return wrong(what, `cannot be charged any more. ${verdict.message}`, remove);
  if (mint.isPaused)
    return warn(what, 'its issuer has paused it: charges fail and are retried', 'Wait for the issuer.');
  return ok(what, `${token.decimals} decimals, ${token.program}${token.floor ? ', the floor token' : ''}`);
}
