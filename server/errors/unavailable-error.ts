/** Something that the service depends on does not answer: `told` says so to clients, the message to the log. */
export class UnavailableError extends Error {
  readonly told: string;

  constructor(told: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnavailableError';
    this.told = told;
  }
}
