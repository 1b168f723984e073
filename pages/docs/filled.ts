/** What the examples and forms of the page are filled with. Kept in this page's memory alone, and gone with it. */
export interface Filled {
  /** A test key that was made for this page; empty for none. Never a live one. */
  key: string;
  mode: 'test' | 'live';
}

let filled: Filled = { key: '', mode: 'test' };
const listeners = new Set<() => void>();

export function currentlyFilled(): Filled {
  return filled;
}

/** Changes some of it, and tells whoever shows it. */
export function fill(change: Partial<Filled>): void {
  filled = { ...filled, ...change };
  for (const listener of listeners) listener();
}

export function whenFilled(listener: () => void): void {
  listeners.add(listener);
}
