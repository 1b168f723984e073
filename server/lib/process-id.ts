import { randomUUID } from 'node:crypto';

/** Identifies this process among all that work on one database. */
export const PROCESS_ID = randomUUID();
