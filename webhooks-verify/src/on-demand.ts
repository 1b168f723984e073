/**
 * Loaded when `verify` first needs it: reading a Request's body, and explaining errors. Together, as one
 * file.
 */
export { refusal, refuse } from './explain.ts';
export { readBody } from './read-body.ts';
