/** Something the service depends on does not respond: `told` is for clients, the message for the log. */
export class UnavailableError extends Error {
  readonly told: string;

  constructor(told: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnavailableError';
    this.told = told;
  }
}
