import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AccountRole,
  type Address,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
  type KeyPairSigner,
  type Signature,
  signBytes,
} from '@solana/kit';
import { approvalInstruction, type AuthorizationTerms } from '../../server/chain/authorization.ts';
import { type Chain, connectChain, type ConnectOptions } from '../../server/chain/rpc.ts';
import type { Signer } from '../../server/chain/signer.ts';
import type { TokenProgramName } from '../../server/chain/token-program.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import type { LocalnetOptions } from '../../server/localnet/server.ts';
import { type Clock, systemClock } from '../../server/lib/clock.ts';
import { Net } from '../localnet/support.ts';

/** A localnet, the chain layer connected to it, and one token of each program. */
export interface Ground {
  net: Net;
  chain: Chain;
  feePayer: KeyPairSigner;
  delegate: KeyPairSigner;
  /** A 6-decimal SPL token and a 6-decimal Token-2022 one. */
  tokens: { mint: Address; tokenProgram: TokenProgramName }[];
  stop(): Promise<void>;
}

/** 5 slots: what lies between a transaction that was just processed and its finality on the localnet. */
const TO_FINALITY = 6;
const SLOT_MS = 400;

/** How much longer the slots that `settle` skipped would have taken, by chain: files of one process have several. */
const skippedMs = new WeakMap<Net, number>();

/** Real time, and the time of the skipped slots: what is remembered for a while grows as old as on a real chain. */
function clockOf(net: Net): Clock {
  return { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + (skippedMs.get(net) ?? 0) };
}

export async function startGround(
  options: Partial<ConnectOptions> = {},
  localnet: Partial<LocalnetOptions> = {},
): Promise<Ground> {
  const net = await Net.start(localnet);
  const [feePayer, delegate] = [await net.wallet(), await generateKeyPairSigner()];
  const chain = await connectChain({
    clock: clockOf(net),
    mode: 'test',
    rpcUrls: [net.localnet.rpcUrl],
    commitment: 'confirmed',
    feePayer: signerOf(feePayer),
    delegates: [signerOf(delegate)],
    publishPlans: true,
    revokesPublishedPerDay: 1_000,
    minPriorityFeeMicroLamports: 0n,
    maxPriorityFeeMicroLamports: 1_000n,
    pullsPerTransaction: 10,
    expectedGenesisHash: null,
    ...options,
  });
  const tokens: Ground['tokens'] = [
    { mint: await createMint(net, { program: 'token', freezeAuthority: true }), tokenProgram: 'token' },
    {
      mint: await createMint(net, { program: 'token-2022', freezeAuthority: true }),
      tokenProgram: 'token-2022',
    },
  ];
  return { net, chain, feePayer, delegate, tokens, stop: () => net.localnet.stop() };
}

/** The same keys and settings over other nodes. */
export function chainOver(
  { chain }: Ground,
  rpcUrls: string[],
  commitment = chain.commitment,
): Promise<Chain> {
  return connectChain({ ...chain, commitment, rpcUrls, expectedGenesisHash: chain.genesisHash });
}

export function signerOf(signer: KeyPairSigner): Signer {
  return {
    address: signer.address,
    signTransactionMessage: (message) => signBytes(signer.keyPair.privateKey, message),
  };
}

export async function createMint(net: Net, options: object): Promise<Address> {
  return (await net.call('autopay_createMint', [{ decimals: 6, ...options }])).mint;
}

/** Gives `owner` tokens, and a token account where it has none. */
export async function fund(net: Net, mint: Address, owner: Address, amountAtomic: bigint): Promise<Address> {
  const { tokenAccount } = await net.call('autopay_mintTo', [{ mint, owner, amount: String(amountAtomic) }]);
  await settle(net);
  return tokenAccount;
}

/** Moves the chain on until everything sent so far is finalized. */
export async function settle(net: Net): Promise<void> {
  await net.advance(TO_FINALITY);
  skippedMs.set(net, (skippedMs.get(net) ?? 0) + TO_FINALITY * SLOT_MS);
}

/** Lands instructions that `payer` signs and pays for, to finality. With `skipPreflight` they may fail on chain. */
export async function land(
  net: Net,
  payer: KeyPairSigner,
  instructions: Instruction[],
  options: { skipPreflight?: boolean; tables?: Record<Address, Address[]> } = {},
): Promise<Signature> {
  const { wire, signature } = await net.sign(
    payer,
    instructions,
    options.tables ? { tables: options.tables } : {},
  );
  const { error } = await net.submit(wire, { skipPreflight: options.skipPreflight ?? false });
  if (error) throw new Error(JSON.stringify(error));
  await settle(net);
  return signature;
}

/** A payer with tokens, and the terms of one mandate of theirs. */
export async function payerWithTerms(ground: Ground, token = ground.tokens[0]!, amountAtomic = 1_000_000n) {
  const payer = await ground.net.wallet();
  await fund(ground.net, token.mint, payer.address, amountAtomic);
  const terms: AuthorizationTerms = {
    payer: payer.address,
    ...token,
    delegate: ground.delegate.address,
    reference: await randomAddress(),
  };
  return { payer, terms, source: await tokenAccountOf(payer.address, token.mint, token.tokenProgram) };
}

/** Approves as a wallet does that signs what it was given. */
export async function approve(
  ground: Ground,
  payer: KeyPairSigner,
  terms: AuthorizationTerms,
  amountAtomic: bigint,
) {
  return land(ground.net, payer, [await approvalInstruction({ ...terms, decimals: 6, amountAtomic })]);
}

export async function randomAddress(): Promise<Address> {
  return address((await generateKeyPairSigner()).address);
}

/** A response of a node that lies, lags or has lost its history: given the true one, what it says instead. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Lie = (truth: () => Promise<any>, params: any[]) => unknown;

/** An RPC node that responds as `target` does, except for the methods in `lies`; and what it was asked. */
export async function lyingNode(target: string, lies: Record<string, Lie>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const { method, params, id } = JSON.parse(body);
      asked.push(method);
      const truth = async () => {
        const reply = await fetch(target, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        return ((await reply.json()) as { result: unknown }).result;
      };
      const lie = lies[method];
      try {
        response.end(
          JSON.stringify({ jsonrpc: '2.0', id, result: await (lie ? lie(truth, params) : truth()) }),
        );
      } catch (error) {
        const { code = -32_005, data } = error as { code?: number; data?: object };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: String(error), data } }));
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
}

/** What an Agave node says when it has not reached the slot that a call demands. */
export const behind = (slot: number) =>
  Object.assign(new Error('Minimum context slot has not been reached'), {
    code: -32_016,
    data: { contextSlot: slot },
  });

const LOOKUP_TABLES = address('AddressLookupTab1e1111111111111111111111111');

/** A lookup table on chain, by the program's own instructions: create (0) and extend (2). */
export async function lookupTable(
  net: Net,
  payer: KeyPairSigner,
  addresses: Address[],
): Promise<Record<Address, Address[]>> {
  // The table's slot must be a recent one that has ended; a new slot may begin while it is made.
  const slot = BigInt(await net.call('getSlot', [{ commitment: 'processed' }])) - 1n;
  const slotBytes = getU64Encoder().encode(slot);
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: LOOKUP_TABLES,
    seeds: [getAddressEncoder().encode(payer.address), slotBytes],
  });
  const accounts = [
    { address: table, role: AccountRole.WRITABLE },
    { address: payer.address, role: AccountRole.READONLY_SIGNER },
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: address('11111111111111111111111111111111'), role: AccountRole.READONLY },
  ];
  const entries = addresses.flatMap((entry) => [...getAddressEncoder().encode(entry)]);
  const instruct = (data: number[]) => ({
    programAddress: LOOKUP_TABLES,
    accounts,
    data: Uint8Array.from(data),
  });
  const count = [...getU64Encoder().encode(BigInt(addresses.length))];
  await land(net, payer, [
    instruct([0, 0, 0, 0, ...slotBytes, bump]),
    instruct([2, 0, 0, 0, ...count, ...entries]),
  ]);
  return { [table]: addresses };
}
