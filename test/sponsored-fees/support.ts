import { generateKeyPairSync } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';

/** A wallet that holds tokens, of the floor mint unless given, and not one lamport. */
export async function walletWithoutSol(
  service: TestService,
  merchant: TestMerchant,
  { amount = '10000000', mint: token }: { amount?: string; mint?: string } = {},
): Promise<TestWallet> {
  const wallet = newWallet();
  const mint = token ?? (await service.mint(merchant));
  const { slot } = await service.rpc('autopay_mintTo', [{ mint, owner: wallet.address, amount }]);
  while ((await service.rpc('getSlot', [{ commitment: 'confirmed' }])) < slot);
  return wallet;
}

function newWallet(): TestWallet {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x!, 'base64url');
  const secretKey = new Uint8Array([...Buffer.from(d!, 'base64url'), ...publicKey]);
  return { address: getBase58Decoder().decode(publicKey), secretKey };
}

export async function lamportsOf(
  service: TestService,
  address: string,
  commitment = 'processed',
): Promise<number> {
  return (await service.rpc('getBalance', [address, { commitment }])).value;
}

/** The service's key that pays for pulls, and for what it sponsors. */
export function feePayerOf(service: TestService): string {
  return service.running.deployment.chains.test!.feePayer.address;
}
