/** Something around the process keeps it from starting, and a person can mend it: the message says what, and how. */
export class StartError extends Error {
  override name = 'StartError';
}
