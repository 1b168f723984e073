import type { Finding } from './finding.ts';

/** The findings as aligned text, a line each with its cure below; at the end how many are what. */
export function reportText(findings: readonly Finding[]): string {
  const width = Math.max(0, ...findings.map(({ what }) => what.length));
  const lines: string[] = [];
  let part = '';
  for (const finding of findings) {
    if (finding.part !== part) lines.push(...(part === '' ? [] : ['']), finding.part);
    part = finding.part;
    const { verdict, what, found, cure } = finding;
    lines.push(`  ${verdict.padEnd(5)}  ${what.padEnd(width)}  ${found}`);
    if (cure !== null) lines.push(`  ${' '.repeat(5)}  ${' '.repeat(width)}  -> ${cure}`);
  }
  const count = (verdict: string) => findings.filter((each) => each.verdict === verdict).length;
  return `${lines.join('\n')}\n\n${count('ok')} ok, ${count('warn')} to look at, ${count('wrong')} wrong\n`;
}

/** The same for programs. `ok` is whether nothing is wrong. */
export function reportJson(findings: readonly Finding[]): string {
  return `${JSON.stringify({ ok: isWell(findings), findings }, null, 2)}\n`;
}

/** Whether nothing is wrong; what is only to be looked at does not count. */
export function isWell(findings: readonly Finding[]): boolean {
  return findings.every(({ verdict }) => verdict !== 'wrong');
}
