import { randomAddress } from '../support/deployment.ts';

/** Values from earlier responses: requests that get past the first look-up use them. */
export class Pools {
  readonly #byKind = new Map<string, Set<string>>();

  /** Keeps every id, address and secret in a response. */
  harvest(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#keep(name, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, nested] of Object.entries(value))
        this.harvest(nested, Array.isArray(value) ? name : key);
    }
  }

  add(kind: string, value: string): void {
    this.#byKind.set(kind, (this.#byKind.get(kind) ?? new Set()).add(value));
  }

  /** Values of a kind, at least one. */
  of(kind: string): string[] {
    const found = [...(this.#byKind.get(kind) ?? [])];
    return found.length > 0
      ? found
      : [kind === 'address' ? randomAddress() : `${kind}1111111111111111111111`];
  }

  #keep(name: string, value: string): void {
    const prefix = /^([a-z]{3}_)[1-9A-HJ-NP-Za-km-z]{20,22}$/.exec(value)?.[1];
    if (prefix) this.add(prefix, value);
    if (name === 'client_secret') this.add('cs_', value);
    if (name === 'mint') this.add('mint', value);
    if (name === 'payer' || name === 'payee') this.add('address', value);
  }
}
