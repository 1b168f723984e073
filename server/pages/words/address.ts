/** An address or signature that a person can compare at a glance: its first and last four characters. The whole belongs beside it, in `title` or behind a copy button. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}
