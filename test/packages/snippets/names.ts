import ts from 'typescript';

/** The names that a piece of a program makes and takes. */
export interface Names {
  /** Declared at its top level, imports included: what a later block can go on with. */
  declared: Set<string>;
  /** Used and declared nowhere in it. The language's and the runtime's own are among them. */
  free: Set<string>;
}

/** Reads a block by its syntax alone. */
export function namesOf(code: string): Names {
  const declared = new Set<string>();
  const inner = new Set<string>();
  const used = new Set<string>();
  const file = parse(code);
  const visit = (node: ts.Node, atTop: boolean): void => {
    if (ts.isIdentifier(node)) {
      if (isDeclared(node)) (atTop ? declared : inner).add(node.text);
      else if (!isLabel(node)) used.add(node.text);
      return;
    }
    const opensScope = ts.isFunctionLike(node) || ts.isBlock(node) || ts.isClassLike(node);
    ts.forEachChild(node, (child) => {
      const isOwnName = 'name' in node && child === node.name;
      visit(child, atTop && (!opensScope || (isOwnName && !ts.isArrowFunction(node))));
    });
  };
  visit(file, true);
  return {
    declared,
    free: new Set([...used].filter((name) => !declared.has(name) && !inner.has(name))),
  };
}

/** The syntax tree of a block, with each node's parent. */
export function parse(code: string): ts.SourceFile {
  return ts.createSourceFile('block.ts', code, ts.ScriptTarget.ES2024, true);
}

function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) {
    return parent.name === node;
  }
  return (
    (ts.isVariableDeclaration(parent) ||
      ts.isBindingElement(parent) ||
      ts.isParameter(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent)) &&
    parent.name === node
  );
}

/** A name that stands for no variable: a property's, a method's, the other name of an import. */
function isLabel(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) return parent.propertyName === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertyDeclaration(parent)) &&
    parent.name === node
  );
}
