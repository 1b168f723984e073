import ts from 'typescript';
import { namesOf, parse } from './names.ts';
import type { Snippet } from './read-snippets.ts';

/** Where the values come from that the text speaks of and leaves to its reader ("the wallet", "your address"). */
export interface Given {
  /** The module in the same directory whose function `given` provides them. */
  module: string;
  names: ReadonlySet<string>;
}

/** The program that a block stands for: what earlier blocks of its page declared and it goes on with, and of `given` what it uses. */
export function compose(snippet: Snippet, earlier: readonly Snippet[], given: Given): string {
  const own = namesOf(snippet.code);
  const parts = [snippet.code];
  const missing = new Set(own.free);
  for (const { code } of earlier.toReversed()) {
    const { declared, free } = namesOf(code);
    if (![...declared].some((name) => missing.has(name))) continue;
    parts.unshift(code);
    for (const name of declared) missing.delete(name);
    for (const name of free) missing.add(name);
  }
  const used = [...given.names].filter((name) => missing.has(name));
  const prelude = `import { given } from './${given.module}';\nconst { ${used.join(', ')} } = await given();\n`;
  return `${used.length > 0 ? prelude : ''}${withoutRepeatedImports(parts).join('\n')}\nexport {};\n`;
}

/** Blocks that are read one by one import anew what an earlier one did. */
function withoutRepeatedImports(parts: readonly string[]): string[] {
  const seen = new Set<string>();
  return parts.map((code) => {
    let text = code;
    for (const statement of parse(code).statements.toReversed()) {
      const names = ts.isImportDeclaration(statement)
        ? namesOf(statement.getText()).declared
        : new Set<string>();
      const repeated = [...names].filter((name) => seen.has(name));
      if (repeated.length === 0) continue;
      const rest = repeated.length === names.size ? '' : without(statement.getText(), repeated);
      text = text.slice(0, statement.getStart()) + rest + text.slice(statement.getEnd());
    }
    for (const name of namesOf(code).declared) seen.add(name);
    return text;
  });
}

/** `import { A, B } from 'c'` without the names. */
function without(statement: string, names: readonly string[]): string {
  return statement.replace(/\{([^}]*)\}/, (_, list: string) => {
    const kept = list.split(',').filter((each) => !names.includes(each.trim().split(/\s+/).at(-1)!));
    return `{${kept.join(',')}}`;
  });
}
