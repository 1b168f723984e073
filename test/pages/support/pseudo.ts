/** Marks of what comes from the catalogue, which no text of ours has. */
export const [OPENS, CLOSES] = ['⟦', '⟧'];

/** Letters of a script that is written from right to left, as long as three or four letters of a language that needs more of them. */
const LENGTHENED = ' שלום';

/**
 * A catalogue with every text marked and about a third longer. What is given to a text stays within its marks. `signs` are no text.
 */
export function pseudo<T>(value: T, key = ''): T {
  if (key === 'signs' || key === 'dir') return value;
  if (typeof value === 'string') return marked(value) as T;
  if (typeof value === 'function')
    return ((...given: unknown[]) => {
      const told: unknown = value(...given);
      return Array.isArray(told) ? [OPENS, ...told, LENGTHENED, CLOSES] : marked(String(told));
    }) as T;
  if (Array.isArray(value)) return value.map((each) => pseudo(each)) as T;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, each]) => [name, pseudo(each, name)]),
  ) as T;
}

function marked(text: string): string {
  return `${OPENS}${text}${LENGTHENED.repeat(Math.ceil(text.length / 15))}${CLOSES}`;
}
