import type { Snapshot } from '../monitoring/serve-metrics.ts';
import type { CountedMessage, CountMessage } from './counted-together.ts';

/** What the children need beside the settings, which they read as their parent does. */
export interface StartMessage {
  kind: 'start';
  databaseUrl: string;
  /** The JSON-RPC address of the localnet in the parent, or null. */
  localnetUrl: string | null;
  port: number;
  publicUrl: string;
  /** Its place among the children, from 1. A successor has the next that is free. */
  place: number;
}

/** The parent serves the metrics of all. `whole`: those of the deployment too, which one of them reads. */
export interface MeasureMessage {
  kind: 'measure';
  id: number;
  whole: boolean;
}

/** The response to one. */
export interface MeasuredMessage {
  kind: 'measured';
  id: number;
  snapshots: Snapshot[];
}

/**
 * `drain`: report on /readyz that the service is about to stop, and keep serving for the drain time. `retire`: another process has taken
 * over, so accept no new connections for that time. `stop`: finish what was begun, and end.
 */
export type ToChild = StartMessage | CountedMessage | MeasureMessage | { kind: 'drain' | 'retire' | 'stop' };

/** `ready`: it serves requests. `drained`, `retired`: the drain time is over. */
export type ToParent = CountMessage | MeasuredMessage | { kind: 'ready' | 'drained' | 'retired' };
