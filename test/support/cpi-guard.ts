import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { programAddressOf } from '../../server/chain/token-program.ts';
import type { TestService, TestWallet } from './service.ts';
import { broadcast, signOwn } from './wallet-signing.ts';

const CPI_GUARD = 11;
const REALLOCATE = 29;
const CPI_GUARD_INSTRUCTION = 34;

/** Switches Token-2022's CPI Guard on or off in the wallet's account of `mint`, as its owner does in a wallet. */
export async function setCpiGuard(
  service: TestService,
  wallet: TestWallet,
  mint: string,
  isOn: boolean,
): Promise<void> {
  const owner = wallet.address as Address;
  const account = await tokenAccountOf(owner, mint as Address, 'token-2022');
  const programAddress = programAddressOf('token-2022');
  const grow: Instruction = {
    programAddress,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.WRITABLE_SIGNER },
      { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY },
      { address: owner, role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.of(REALLOCATE, CPI_GUARD, 0),
  };
  const set: Instruction = {
    programAddress,
    accounts: [
      { address: account, role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.of(CPI_GUARD_INSTRUCTION, isOn ? 0 : 1),
  };
  await broadcast(service, await signOwn(service, wallet, ...(isOn ? [grow, set] : [set])));
}
