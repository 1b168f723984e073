import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const DASHBOARD = join(import.meta.dirname, '../../pages/dashboard');
/** Words of the API and of the chain, for which docs/glossary.md has others. */
const FORBIDDEN =
  /\bmandates?\b|\bmints?\b|\bdelegates?\b|\bfloor\b|\batomic\b|\bcharges?\b|\b(?:charge|mandate)\.[a-z]+\b/i;
/** What people read besides the text between tags. */
const READ_ATTRIBUTES = new Set([
  'label',
  'hint',
  'title',
  'caption',
  'head',
  'placeholder',
  'one',
  'none',
  'alt',
]);
/** Inside these stands code. */
const CODE = new Set(['code', 'pre', 'CodeBlock']);

/** The sentences of a file: text between tags, and of attributes and properties that people read. */
function sentencesOf(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && CODE.has(node.openingElement.tagName.getText())) return;
    if (ts.isJsxText(node)) found.push(node.text);
    const named = ts.isJsxAttribute(node) || ts.isPropertyAssignment(node) ? node : null;
    const value = named?.initializer;
    if (named && value && READ_ATTRIBUTES.has(named.name.getText()) && ts.isStringLiteral(value))
      found.push(value.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

test('the dashboard speaks of subscriptions and tokens, not in the words of the API', () => {
  const found = globSync('**/*.tsx', { cwd: DASHBOARD }).flatMap((file) =>
    sentencesOf(join(DASHBOARD, file))
      .filter((text) => FORBIDDEN.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
