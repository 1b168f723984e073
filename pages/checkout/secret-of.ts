let current: { mandateId: string; clientSecret: string } | null = null;

/** Keeps the secret of the mandate being paid, for components deep in its screens. Only in memory. */
export function holdSecret(mandateId: string, clientSecret: string): void {
  current = { mandateId, clientSecret };
}

/** The secret of that mandate, or null. */
export function secretOf(mandateId: string): string | null {
  return current?.mandateId === mandateId ? current.clientSecret : null;
}
