import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { fundedWallet } from '../support/wallets.ts';

/** A wallet that holds tokens, of the floor mint unless given, and not one lamport. */
export async function walletWithoutSol(
  service: TestService,
  merchant: TestMerchant,
  { amount = '10000000', mint: token }: { amount?: string; mint?: string } = {},
): Promise<TestWallet> {
  const mint = token ?? (await service.mint(merchant));
  return fundedWallet(service, { mint, amount });
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
