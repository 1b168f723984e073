import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type Address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type Signature,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { type Localnet, type LocalnetOptions, startLocalnet } from '../../server/localnet/server.ts';

export interface RpcReply {
  // Tests read deep into responses of many shapes; each asserts what it reads.
  // oxlint-disable-next-line typescript/no-explicit-any
  result?: any;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** One raw JSON-RPC request over a real socket. */
export async function rpcAt(url: string, method: string, params: unknown[] = []): Promise<RpcReply> {
  return JSON.parse(await post(url, { jsonrpc: '2.0', id: 1, method, params }));
}

/** A localnet to ask, where an error is thrown. */
export const chainAt = (url: string) => ({
  // oxlint-disable-next-line typescript/no-explicit-any
  rpc: async (method: string, params: unknown[] = []): Promise<any> => {
    const { result, error } = await rpcAt(url, method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  },
});

/** The same call `count` times in one batch of JSON-RPC. */
export async function batchAt(
  url: string,
  count: number,
  method: string,
  params: unknown[],
): Promise<RpcReply[]> {
  const one = { jsonrpc: '2.0', method, params };
  return JSON.parse(
    await post(
      url,
      Array.from({ length: count }, (_, id) => ({ ...one, id })),
    ),
  );
}

/** A connection of its own: `fetch` keeps one that a restarted localnet has closed, and fails on it. */
function post(url: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false, headers: JSON_TYPE }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** A localnet and what tests do with it. */
export class Net {
  readonly localnet: Localnet;
  readonly kit: ReturnType<typeof createSolanaRpc>;

  constructor(localnet: Localnet) {
    this.localnet = localnet;
    this.kit = createSolanaRpc(localnet.rpcUrl);
  }

  static async start(options: Partial<LocalnetOptions> = {}): Promise<Net> {
    return new Net(await startLocalnet({ dataDir: null, ...options }));
  }

  raw(method: string, params: unknown[] = []): Promise<RpcReply> {
    return rpcAt(this.localnet.rpcUrl, method, params);
  }

  /** As `raw`, but an error fails the test. */
  async call(method: string, params: unknown[] = []) {
    const { result, error } = await this.raw(method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  advance(slots: number) {
    return this.call('autopay_advanceSlots', [slots]);
  }

  setFaults(...faults: object[]) {
    return this.call('autopay_setFaults', [{ faults }]);
  }

  /** A new wallet with 10 SOL. */
  async wallet(): Promise<KeyPairSigner> {
    const signer = await generateKeyPairSigner();
    await this.call('requestAirdrop', [signer.address, 10_000_000_000]);
    return signer;
  }

  async latestBlockhash(): Promise<{ blockhash: string; lastValidBlockHeight: number }> {
    return (await this.call('getLatestBlockhash', [{ commitment: 'processed' }])).value;
  }

  /** Signs instructions into wire base64. */
  async sign(
    payer: KeyPairSigner,
    instructions: Instruction[],
    options: { blockhash?: string; version?: 'legacy' | 0; tables?: Record<Address, Address[]> } = {},
  ): Promise<{ wire: string; signature: Signature }> {
    const blockhash = options.blockhash ?? (await this.latestBlockhash()).blockhash;
    const message = pipe(
      createTransactionMessage({ version: options.version ?? 0 }),
      (m) => setTransactionMessageFeePayerSigner(payer, m),
      (m) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash as never, lastValidBlockHeight: 0n },
          m,
        ),
      (m) => appendTransactionMessageInstructions(instructions, m),
      (m) =>
        options.tables ? compressTransactionMessageUsingAddressLookupTables(m as never, options.tables) : m,
    );
    const signed = await signTransactionMessageWithSigners(message as never);
    return {
      wire: getBase64EncodedWireTransaction(signed as never),
      signature: getSignatureFromTransaction(signed as never),
    };
  }

  submit(wire: string, config: object = {}): Promise<RpcReply> {
    return this.raw('sendTransaction', [
      wire,
      { encoding: 'base64', preflightCommitment: 'processed', ...config },
    ]);
  }

  /** Signs and lands instructions; fails the test where they do not land. */
  async land(payer: KeyPairSigner, instructions: Instruction[], options: Parameters<Net['sign']>[2] = {}) {
    const { wire, signature } = await this.sign(payer, instructions, options);
    const { error } = await this.submit(wire);
    if (error) throw new Error(JSON.stringify(error));
    return signature;
  }

  async status(signature: Signature, search = true) {
    const config = { searchTransactionHistory: search };
    return (await this.call('getSignatureStatuses', [[signature], config])).value[0];
  }

  async balance(address: Address, commitment = 'processed'): Promise<number> {
    return (await this.call('getBalance', [address, { commitment }])).value;
  }
}

/** A transfer of test SOL. */
export function transfer(source: KeyPairSigner, destination: Address, lamports: number): Instruction {
  return getTransferSolInstruction({ source, destination, amount: lamports });
}

/** Waits until `look` returns something; fails after 20 s. */
export async function eventually<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error('It did not happen within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
