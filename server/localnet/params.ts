import { type Address, type Commitment, isAddress, isSignature, type Signature } from '@solana/kit';
import type { Chain } from './chain.ts';
import { invalidParams, RpcError } from './rpc-error.ts';

/** One JSON-RPC call: the chain, and how far behind a fault makes this node appear. */
export interface Call {
  chain: Chain;
  lagSlots: number;
}

/** A JSON-RPC method. */
export type Method = (params: unknown[], call: Call) => unknown;

/** The options object that most methods take last. */
export type Config = Record<string, unknown>;

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;

/** The options object at `index`, empty when absent; -32602 for anything but an object. */
export function configParam(params: unknown[], index: number): Config {
  const value = params[index] ?? {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParams(`Invalid params: parameter ${index} must be an object`);
  return value as Config;
}

/** The string at `index`, or -32602. */
export function stringParam(params: unknown[], index: number): string {
  const value = params[index];
  if (typeof value !== 'string') throw invalidParams(`Invalid params: parameter ${index} must be a string`);
  return value;
}

/** The non-negative whole number at `index`, or -32602. */
export function integerParam(params: unknown[], index: number): number {
  const value = params[index];
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw invalidParams(`Invalid params: parameter ${index} must be a whole number`);
  }
  return value as number;
}

/** `value` as an address, or -32602. */
export function toAddress(value: unknown): Address {
  if (typeof value !== 'string' || !isAddress(value)) throw invalidParams('Invalid param: Invalid');
  return value;
}

/** `value` as a signature, or -32602. */
export function toSignature(value: unknown): Signature {
  if (typeof value !== 'string' || !isSignature(value)) throw invalidParams('Invalid param: Invalid');
  return value;
}

/** Nodes default to finalized. */
export function commitmentOf(config: Config, name = 'commitment'): Commitment {
  const value = config[name] ?? 'finalized';
  if (!COMMITMENTS.includes(value as Commitment)) throw invalidParams(`Invalid params: unknown ${name}`);
  return value as Commitment;
}

/** Like `commitmentOf`, for methods that read blocks: -32602 for processed. */
export function settledCommitmentOf(config: Config): Commitment {
  const commitment = commitmentOf(config);
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
  return commitment;
}

/** The slot that the call reads at; -32016 if that is before its `minContextSlot`. */
export function contextSlot(
  { chain, lagSlots }: Call,
  config: Config,
  commitment = commitmentOf(config),
): number {
  const slot = chain.slots.at(commitment, lagSlots);
  const minimum = config['minContextSlot'];
  if (typeof minimum === 'number' && slot < minimum) {
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot });
  }
  return slot;
}

/** A value with the slot at which it was read. */
export function withContext(slot: number, value: unknown) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}

/** The node version whose behaviour and error shapes this one follows. */
export const API_VERSION = '3.0.0';
