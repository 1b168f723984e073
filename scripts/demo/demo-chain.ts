import { setTimeout } from 'node:timers/promises';
import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  type Instruction,
  type Signature,
  type TransactionError,
} from '@solana/kit';
import { compile, sign, toBase64 } from '../../server/chain/transaction.ts';
import type { Signer } from '../../server/chain/signer.ts';
import type { RawAccount } from '../../server/chain/tokens.ts';

/** The chain beneath the demo, for what the service does not do by itself. */
export interface DemoChain {
  /**
   * Sends instructions unchecked, so that the programs decide on chain, and waits until the transaction is in a block. The first signer pays the
   * network fee.
   */
  run(
    instructions: readonly Instruction[],
    signers: readonly [Signer, ...Signer[]],
  ): Promise<{ signature: Signature; error: TransactionError | null }>;
  /** Lets what the merchant's plans take part in run `seconds` ahead of real time from now on. */
  moveClock(merchantId: string, seconds: number): Promise<void>;
  /** An account; null if there is none. */
  read(address: Address): Promise<RawAccount | null>;
}

const LOOK_EVERY_MS = 200;
/** A block comes every 400 ms. */
const LOOKS = 150;

/** The chain behind this JSON-RPC. */
export function demoChain(rpcUrl: string): DemoChain {
  const rpc = createSolanaRpc(rpcUrl);
  return {
    run: async (instructions, signers) => {
      const { value: lifetime, context } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
      const block = { ...lifetime, slot: context.slot, blockHeight: await rpc.getBlockHeight().send() };
      const compiled = compile({ feePayer: signers[0].address, instructions, lifetime });
      const { wire, signature } = await sign(compiled, signers, block);
      await rpc
        .sendTransaction(toBase64(wire) as Base64EncodedWireTransaction, {
          encoding: 'base64',
          skipPreflight: true,
        })
        .send();
      for (let look = 0; look < LOOKS; look += 1) {
        const { value } = await rpc.getSignatureStatuses([signature]).send();
        if (value[0]) return { signature, error: value[0].err };
        await setTimeout(LOOK_EVERY_MS);
      }
      throw new Error(`No block has the transaction ${signature}.`);
    },
    moveClock: async (merchantId, seconds) => {
      const params = [{ clock: merchantId, offsetSeconds: seconds, addresses: [] }];
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'autopay_runAt', params }),
      });
      const { error } = (await response.json()) as { error?: { message: string } };
      if (error) throw new Error(`The chain's clock does not move: ${error.message}`);
    },
    read: async (address) => {
      const { value } = await rpc
        .getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' })
        .send();
      if (value === null) return null;
      const data = new Uint8Array(Buffer.from(value.data[0], 'base64'));
      return { address, owner: value.owner, data, lamports: value.lamports };
    },
  };
}
