import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** One line of a Dockerfile, continuations joined. */
export interface Instruction {
  name: string;
  rest: string;
}

/** What stands between one FROM and the next. */
export interface Stage {
  image: string;
  as: string | null;
  instructions: Instruction[];
}

/** The stages of the repository's Dockerfile. */
export function readStages(): Stage[] {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n');
  const stages: Stage[] = [];
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`This is no instruction: ${line}`);
    if (name === 'FROM') {
      const [, image, as = null] = /^(\S+)(?: AS (\S+))?$/.exec(rest!)!;
      stages.push({ image: image!, as, instructions: [] });
    } else stages.at(-1)!.instructions.push({ name, rest: rest! });
  }
  return stages;
}

/** The sources and the target of a COPY from the builder's context; null for one from another stage. */
export function copyOf({ rest }: Instruction): { sources: string[]; target: string } | null {
  const words = rest.split(/\s+/);
  if (words[0]!.startsWith('--from=')) return null;
  return { sources: words.slice(0, -1), target: words.at(-1)! };
}

/** The JSON form of CMD, ENTRYPOINT and HEALTHCHECK. */
export function jsonWords(rest: string): string[] {
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
}

/** Whether .dockerignore lets a path of the repository reach the builder; the last line that matches decides. */
export function isSent(path: string): boolean {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  let sent = true;
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const pattern = asPattern(line.replace(/^!/, ''));
    const parts = path.split('/');
    const isMatch = parts.some((_, at) => pattern.test(parts.slice(0, at + 1).join('/')));
    if (isMatch) sent = line.startsWith('!');
  }
  return sent;
}

/** The files below `path` that reach the builder, or the file itself. */
export function sentFiles(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return isSent(path) ? [path] : [];
  return globSync('**/*', { cwd: join(ROOT, path), exclude: (name) => name === 'node_modules' })
    .map((file) => join(path, file))
    .filter((file) => isSent(file) && statSync(join(ROOT, file)).isFile());
}

/** Docker's patterns: `*` is within a name and matches hidden ones too, a leading double star is any folder, or none. */
function asPattern(text: string): RegExp {
  const escaped = text.replace(/^\*\*\//, '\0').replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '[^/]*').replace('\0', '(?:.*/)?')}$`);
}
