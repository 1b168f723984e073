import type { Exchange } from '../client.ts';
import type { World } from '../world.ts';

/** Proves one row: returns the exchange that did, or throws. */
export type Check = (world: World) => Promise<Exchange>;

/** Checks by the row's name. */
export type Checks = Record<string, Check>;
