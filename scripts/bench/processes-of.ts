import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine, as Linux shows it. */
export interface ProcessStat {
  pid: number;
  parent: number;
  command: string;
  /** Processor time so far, user and system, in µs. */
  cpuMicros: number;
  /** Memory that is in use, shared pages included. */
  residentBytes: number;
}

/** Linux counts time in hundredths of a second, and memory in pages. */
const MICROS_PER_TICK = 10_000;
const PAGE_BYTES = 4_096;

/** This process and everything that it started. */
export function processesBelow(root: number = process.pid): ProcessStat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const below = all.filter(({ pid }) => pid === root);
  for (const { pid } of below) below.push(...(byParent.get(pid) ?? []));
  return below;
}

/** The processor time of those among them whose command contains `text`. */
export function cpuMicrosOf(processes: readonly ProcessStat[], text = ''): number {
  return processes
    .filter(({ command }) => command.includes(text))
    .reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
}

/** The most memory that a process has had in use so far, shared pages included. */
export function peakResidentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/)![1]) * 1024;
}

/** See proc(5): after the name, which may hold anything, come state, parent, and later user and system time and pages. */
function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      cpuMicros: (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK,
      residentBytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
