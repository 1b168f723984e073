import {
  AccountRole,
  type Address,
  createKeyPairSignerFromBytes,
  type Instruction,
  type Signature,
} from '@solana/kit';
import { decodeInstruction } from '@autopay/checkout-js/inspect';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { Net } from '../localnet/support.ts';
import { eventually } from './eventually.ts';
import type { Answer, TestService, TestWallet } from './service.ts';

/** The issued transaction (base64) as the wallet signs it, in base64. */
export async function signIssued(wallet: TestWallet, transaction: string): Promise<string> {
  const signer = await signerFromKeyPair(wallet.secretKey);
  const signed = await signer.signTransaction!(Buffer.from(transaction, 'base64'));
  return Buffer.from(signed).toString('base64');
}

/** Instructions made by the test, signed and paid for by the wallet, in base64. */
export async function signOwn(
  service: TestService,
  wallet: TestWallet,
  ...instructions: Instruction[]
): Promise<string> {
  const payer = await createKeyPairSignerFromBytes(wallet.secretKey);
  return (await netOf(service).sign(payer, instructions)).wire;
}

/**
 * Sends signed bytes without the service, like a wallet, and returns once they are confirmed. A rejection
 * fails the test.
 */
export async function broadcast(service: TestService, wire: string): Promise<Signature> {
  const net = netOf(service);
  const { result, error } = await net.submit(wire);
  if (error) throw new Error(JSON.stringify(error));
  await eventually(async () => {
    const status = await net.status(result);
    if (status?.err) throw new Error(JSON.stringify(status.err));
    return status !== null && status.confirmationStatus !== 'processed';
  });
  return result;
}

/** The instruction of a checkout in kit's form, for a test to send it unchanged or modified. */
export function issuedInstruction({ body }: Answer): Instruction & { data: Uint8Array } {
  const { programAddress, accounts, data } = decodeInstruction(body.instruction);
  return {
    programAddress: programAddress as Address,
    data,
    accounts: accounts.map(({ address, signer, writable }) => ({
      address: address as Address,
      role: roleOf(signer, writable),
    })),
  };
}

/** The instruction with more read-only accounts at its end. */
export function withAccounts(
  instruction: ReturnType<typeof issuedInstruction>,
  ...addresses: string[]
): ReturnType<typeof issuedInstruction> {
  const more = addresses.map((address) => ({ address: address as Address, role: AccountRole.READONLY }));
  return { ...instruction, accounts: [...instruction.accounts!, ...more] };
}

/** An approval or transfer with another amount: both hold it as u64 after the discriminator. */
export function withAmount(
  instruction: ReturnType<typeof issuedInstruction>,
  amountAtomic: bigint,
): ReturnType<typeof issuedInstruction> {
  const data = Uint8Array.from(instruction.data);
  new DataView(data.buffer).setBigUint64(1, amountAtomic, true);
  return { ...instruction, data };
}

/** The instruction with one of its accounts replaced. */
export function withAccountAt(
  instruction: ReturnType<typeof issuedInstruction>,
  at: number,
  address: string,
): ReturnType<typeof issuedInstruction> {
  const accounts = instruction.accounts!.map((account, index) =>
    index === at ? { ...account, address: address as Address } : account,
  );
  return { ...instruction, accounts };
}

function netOf(service: TestService): Net {
  return new Net({ rpcUrl: service.running.localnetUrl! } as ConstructorParameters<typeof Net>[0]);
}

function roleOf(signer: boolean, writable: boolean): AccountRole {
  if (signer) return writable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return writable ? AccountRole.WRITABLE : AccountRole.READONLY;
}
