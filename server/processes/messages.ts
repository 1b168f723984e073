import type { CountedMessage, CountMessage } from './counted-together.ts';

/** What the children need beside the settings, which they read as their parent does. */
export interface StartMessage {
  kind: 'start';
  databaseUrl: string;
  /** The JSON-RPC address of the localnet in the parent, or null. */
  localnetUrl: string | null;
  port: number;
  publicUrl: string;
}

/**
 * `drain`: report on /readyz that the service is about to stop, and keep serving for the drain time. `retire`: another process has taken
 * over, so accept no new connections for that time. `stop`: finish what was begun, and end.
 */
export type ToChild = StartMessage | CountedMessage | { kind: 'drain' | 'retire' | 'stop' };

/** `ready`: it serves requests. `drained`, `retired`: the drain time is over. */
export type ToParent = CountMessage | { kind: 'ready' | 'drained' | 'retired' };
