import { branding } from './branding.ts';
import { clockAdvance, clockShow } from './clock.ts';
import type { Command } from './command.ts';
import { exportList } from './export.ts';
import { listen } from './listen.ts';
import { resend } from './resend.ts';
import { search } from './search.ts';
import { trigger } from './trigger.ts';
import { verifyProofFile } from './verify-proof.ts';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  listen,
  trigger,
  resend,
  clockAdvance,
  clockShow,
  search,
  exportList,
  branding,
  verifyProofFile,
];
