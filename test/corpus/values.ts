import type { Json } from './corpus.ts';

/** What steps saved, by name. */
export type Saved = Record<string, unknown>;

const WHOLE = /^\$\{([^}]+)\}$/;

/**
 * A request's value with its references filled in: `"${mandate.id}"` is the value itself, whatever its type; inside a longer string it is text.
 * `{"$repeat": ["x", 3]}` is xxx, `{"$sum": [1, "${mandate.startAt}"]}` their sum. Throws for a reference to nothing.
 */
export function resolve(value: Json | undefined, saved: Saved): unknown {
  if (typeof value === 'string') return resolveText(value, saved);
  if (Array.isArray(value)) return value.map((item) => resolve(item, saved));
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value) {
    const [text, times] = value['$repeat'] as [string, number];
    return text.repeat(times);
  }
  if ('$sum' in value) {
    return (resolve(value['$sum'], saved) as number[]).reduce((sum, each) => sum + each, 0);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, saved)]));
}

/** The same for a value that is sent as text: in a path, a query or a header. */
export function resolveString(value: string | number, saved: Saved): string {
  return String(resolve(value, saved));
}

function resolveText(text: string, saved: Saved): unknown {
  const [, whole] = WHOLE.exec(text) ?? [];
  if (whole !== undefined) return lookUp(whole, saved);
  return text.replaceAll(/\$\{([^}]+)\}/g, (_, path: string) => String(lookUp(path, saved)));
}

function lookUp(path: string, saved: Saved): unknown {
  let value: unknown = saved;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  if (value === undefined) throw new Error(`Nothing is saved under ${path}.`);
  return value;
}
