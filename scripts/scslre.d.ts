/** What check-regexes.ts uses of it. A report names the quantifiers that compete for the same characters. */
declare module 'scslre' {
  interface Quantifier {
    raw: string;
  }
  type Report = { exponential: boolean } & (
    | { type: 'Trade'; startQuant: Quantifier; endQuant: Quantifier }
    | { type: 'Self' | 'Move'; quant: Quantifier }
  );
  export function analyse(literal: { source: string; flags: string }): { reports: readonly Report[] };
}
