/**
 * Fails on regular expressions that take more than linear time on some input: those in the code that strangers' input can reach, and the
 * patterns of the contract. Names each with the part of it that is to blame.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  'server/**/*.{ts,tsx}',
  'pages/**/*.{ts,tsx}',
  'sdk/src/**/*.ts',
  'checkout-js/src/**/*.ts',
  'webhooks-verify/src/**/*.ts',
];
/** Built files. Generated ones have no patterns but the contract's. */
const BUILT = ['**/generated/**', '**/dist/**'];

/** Expressions put together at run time that cannot be read here, and why they need not be. */
const UNREAD: Record<string, string> = {
  'sdk/src/testing/schema.ts': 'they are the patterns of the contract, which are checked here',
};

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

const files = SOURCES.flatMap((glob) => globSync(glob, { cwd: ROOT, exclude: BUILT })).sort();
const patterns = [...files.flatMap(patternsOf), ...contractPatterns()];
const faults = patterns.flatMap(faultsOf);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${patterns.length} regular expressions take linear time.`);

/** Every regular expression of a file, where its text can be known without running it. */
function patternsOf(file: string): Pattern[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Pattern[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp' && !(file in UNREAD)) {
      const [pattern, flags] = node.arguments ?? [];
      found.push({
        place,
        source: textOf(pattern!, source),
        flags: flags ? textOf(flags, source) : '',
      });
    }
    ts.forEachChild(node, visit);
  }
}

/** What a string expression is worth: a literal, or a template of constants of the same file. Throws where only running it would tell. */
function textOf(node: ts.Expression, file: ts.SourceFile): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return textOf(constantOf(node.text, file), file);
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  const template = isRaw ? node.template : node;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return partOf(template, isRaw);
  if (!ts.isTemplateExpression(template)) {
    throw new Error(`${file.fileName}: write the expression ${node.getText()} so that it can be checked.`);
  }
  const spans = template.templateSpans.map(
    ({ expression, literal }) => textOf(expression, file) + partOf(literal, isRaw),
  );
  return partOf(template.head, isRaw) + spans.join('');
}

function partOf(literal: ts.TemplateLiteralLikeNode, isRaw: boolean): string {
  return isRaw ? literal.rawText! : literal.text;
}

function constantOf(name: string, file: ts.SourceFile): ts.Expression {
  const declarations = file.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const found = declarations.find((declaration) => declaration.name.getText() === name)?.initializer;
  if (!found) throw new Error(`${file.fileName}: ${name} is no constant of this file.`);
  return found;
}

/** The `pattern` of every schema: the validator of requests compiles them with the flag `u`. */
function contractPatterns(): Pattern[] {
  const found: Pattern[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key === 'pattern' && typeof each === 'string') {
        found.push({ place: 'openapi.yaml', source: each, flags: 'u' });
      } else visit(each);
    }
  };
  visit(parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8')));
  return found;
}

function faultsOf({ place, source, flags }: Pattern): string[] {
  return analyse({ source, flags }).reports.map((report) => {
    const cost = report.exponential ? 'exponential' : 'quadratic';
    const ends = report.type === 'Trade' ? [report.startQuant, report.endQuant] : [report.quant];
    const parts = ends.map(({ raw }) => raw).join(' and ');
    return `${place}: /${source}/${flags} takes ${cost} time, because of ${parts}.`;
  });
}
