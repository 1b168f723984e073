import { randomUUID } from 'node:crypto';

/** Names this process among all that work on one database. */
export const PROCESS_ID = randomUUID();
