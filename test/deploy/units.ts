import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './dockerfile.ts';

/** A systemd unit's lines by section and name; a name may stand several times. */
export function readUnit(name: string): Record<string, Record<string, string[]>> {
  const sections: Record<string, Record<string, string[]>> = {};
  let section = '';
  for (const line of readFileSync(join(ROOT, 'deploy', 'systemd', name), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const header = /^\[(\w+)\]$/.exec(line);
    if (header !== null) sections[(section = header[1]!)] = {};
    else {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line)!;
      (sections[section]![key!] ??= []).push(value!);
    }
  }
  return sections;
}

/** What systemd and compose read from a file of settings: lines of NAME=value, comments left out. */
export function readEnvironment(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n');
  return Object.fromEntries(
    lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => splitOnce(line)),
  );
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf('=');
  if (at < 1) throw new Error(`This is no setting: ${line}`);
  return [line.slice(0, at), line.slice(at + 1)];
}
