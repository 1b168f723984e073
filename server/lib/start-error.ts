/**
 * The environment keeps the process from starting, and a person can fix it: the message says what is wrong
 * and how.
 */
export class StartError extends Error {
  override name = 'StartError';
}
