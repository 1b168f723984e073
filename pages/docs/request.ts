import type { Trial } from './page-data.ts';

/** What somebody filled in. */
export interface Filled {
  /** Empty for none: the browser's session counts then, if it has one. */
  key: string;
  /** By the parameter's name; those that are empty are left out. */
  values: Readonly<Record<string, string>>;
  body: string;
}

/** A request, as `fetch` takes it. */
export interface TrialRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The request that a form stands for. `url` is relative to the service. */
export function requestOf(
  { method, path, parameters, body }: Trial,
  { key, values, body: written }: Filled,
): TrialRequest {
  let url = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? '';
    if (place === 'path') url = url.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.append(name, value);
    else headers[name.toLowerCase()] = value;
  }
  if (query.size > 0) url += `?${query}`;
  if (body !== null) headers['content-type'] = 'application/json';
  return { url, method, headers, body: body === null ? null : written };
}

/** The same for a shell. The key is left to a variable, so that what is copied can be shown to anybody. */
export function curlOf(
  { url, method, headers, body }: TrialRequest,
  takesKey: boolean,
  origin: string,
): string {
  const { authorization: _, ...shown } = headers;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + url)}`,
    ...(takesKey ? ['-H "authorization: Bearer $AUTOPAY_KEY"'] : []),
    ...Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A word of a shell: nothing in it means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
