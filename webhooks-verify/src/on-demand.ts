/** What `verify` loads when it first needs it: a Request's body, and the words for what is wrong. Together, as one file. */
export { refusal, refuse } from './explain.ts';
export { readBody } from './read-body.ts';
