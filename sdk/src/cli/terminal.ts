/** Where a command writes its output. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  /** Writes bytes to standard output as they are. Resolves when it takes more. */
  pour(bytes: Uint8Array): Promise<void>;
}

/**
 * Writes one message at a time, as text for people or, under `--json`, as one JSON object per line. Results
 * go to standard output, errors to standard error.
 */
export class Terminal {
  readonly #streams: Streams;
  readonly #json: boolean;

  constructor(streams: Streams, json: boolean) {
    this.#streams = streams;
    this.#json = json;
  }

  /** Writes `words`, or `record` under `--json`. Null words are for programs only. */
  tell(words: string | null, record: object): void {
    if (this.#json) this.#streams.out(`${JSON.stringify(record)}\n`);
    else if (words !== null) this.#streams.out(`${words}\n`);
  }

  /** Writes a part of a file to standard output. Resolves when it takes more. */
  pour(bytes: Uint8Array): Promise<void> {
    return this.#streams.pour(bytes);
  }

  /** Reports an error. */
  complain(words: string, record: object): void {
    this.#streams.err(this.#json ? `${JSON.stringify(record)}\n` : `${words}\n`);
  }
}

/** Foreign text without control characters, which could move a terminal's cursor or hide what follows. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ');
}

/** The time now on this machine's clock, such as 07:40:12. */
export function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
