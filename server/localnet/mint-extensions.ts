import type { Address } from '@solana/kit';
import { bytesOf } from './addresses.ts';

/** Token-2022 mint extensions that a test may request; the localnet is their authority. */
export interface MintExtensions {
  transferFee?: { basisPoints: number; maxFee: string };
  permanentDelegate?: boolean;
  nonTransferable?: boolean;
  pausable?: boolean;
  defaultFrozen?: boolean;
  interestBearing?: { rateBasisPoints: number };
  scaledUi?: { multiplier: number };
  /** The hook program, or null for the extension without a program. */
  transferHook?: Address | null;
  metadataPointer?: boolean;
  closeAuthority?: boolean;
  confidentialTransfer?: boolean;
}

/** An extension to initialize: its bytes in the mint, and the instruction that initializes it. */
export interface ExtensionPlan {
  bytes: number;
  instructionData: Uint8Array;
}

const some = (address: Address) => [1, ...bytesOf(address)];
const none32 = Array<number>(32).fill(0);

/**
 * Each extension's initialization; the first byte is the instruction, and if a second byte selects, 0 means
 * initialize. Layouts: spl-token-2022-interface, `instruction.rs` and `extension/`.
 */
export function planExtensions(wanted: MintExtensions, mint: Address, authority: Address): ExtensionPlan[] {
  const us = [...bytesOf(authority)];
  const plans: ExtensionPlan[] = [];
  const add = (bytes: number, ...data: number[]) =>
    plans.push({ bytes, instructionData: Uint8Array.from(data) });
  if (wanted.transferFee)
    add(108, 26, 0, ...some(authority), ...some(authority), ...feeBytes(wanted.transferFee));
  if (wanted.closeAuthority) add(32, 25, ...some(authority));
  if (wanted.confidentialTransfer) add(65, 27, 0, ...us, 1, ...none32);
  if (wanted.defaultFrozen) add(1, 28, 0, 2);
  if (wanted.nonTransferable) add(0, 32);
  if (wanted.interestBearing)
    add(52, 33, 0, ...us, ...little(2, BigInt(wanted.interestBearing.rateBasisPoints)));
  if (wanted.permanentDelegate) add(32, 35, ...us);
  if (wanted.transferHook !== undefined) {
    add(64, 36, 0, ...us, ...(wanted.transferHook ? bytesOf(wanted.transferHook) : none32));
  }
  if (wanted.metadataPointer) add(64, 39, 0, ...us, ...bytesOf(mint));
  if (wanted.scaledUi) add(56, 43, 0, ...us, ...float64(wanted.scaledUi.multiplier));
  if (wanted.pausable) add(33, 44, 0, ...us);
  return plans;
}

/** The instruction that schedules a new transfer fee, effective two epochs later. */
export function setTransferFeeData(fee: { basisPoints: number; maxFee: string }): Uint8Array {
  return Uint8Array.from([26, 5, ...feeBytes(fee)]);
}

/** The instruction that stops all transfers of a pausable mint. */
export const PAUSE_DATA = Uint8Array.of(44, 1);
/** The instruction that ends the pause. */
export const RESUME_DATA = Uint8Array.of(44, 2);

function feeBytes({ basisPoints, maxFee }: { basisPoints: number; maxFee: string }): number[] {
  return [...little(2, BigInt(basisPoints)), ...little(8, BigInt(maxFee))];
}

function little(size: number, value: bigint): number[] {
  return Array.from({ length: size }, (_, i) => Number((BigInt.asUintN(64, value) >> BigInt(8 * i)) & 0xffn));
}

function float64(value: number): number[] {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value, true);
  return [...new Uint8Array(bytes.buffer)];
}
