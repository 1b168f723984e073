/** What must never be seen, whatever happens to a deployment. */
export class Violation extends Error {
  override name = 'Violation';
  /** In words that stay the same for every occurrence: shrinking looks for the same one. */
  readonly kind: string;

  constructor(kind: string, detail: string) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
  }
}
