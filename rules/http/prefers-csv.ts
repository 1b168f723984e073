/**
 * Whether an Accept header asks for CSV rather than JSON (RFC 9110, section 12.5.1): `text/csv` is named, and with a higher weight, or
 * with the same and before JSON. A wildcard means JSON.
 */
export function prefersCsv(accept: string | null | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
    weights.set(type, Number.isFinite(weight) ? weight : 0);
  }
  const csv = weights.get('text/csv') ?? 0;
  const json = weights.get('application/json');
  if (json === undefined) return csv > 0;
  const first = [...weights.keys()].find((type) => type === 'text/csv' || type === 'application/json');
  return csv > 0 && (csv > json || (csv === json && first === 'text/csv'));
}
