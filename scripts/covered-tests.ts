/** Reads which requirements the tests cover, without running them. */
import ts from 'typescript';

export interface CoveredTest {
  /** From the project's root. */
  readonly path: string;
  /** As written in the file, with its placeholders (`$name`, `%s`, `${theme}`); null: all tests of the file. */
  readonly title: string | null;
  /** The requirements that its `@covers` tags name. */
  readonly ids: readonly string[];
}

/** The names of the test functions of Vitest and Playwright. */
const TEST_FUNCTIONS = new Set(['test', 'it']);
/** The allowed modifiers. Tests with others (skip, todo, fixme) do not run. */
const RUNNING_MODIFIERS = new Set(['each']);
const COVERS = /@covers ([\w., -]+)/g;

/**
 * The tests of a file that have a tag `@covers <id>, <id>` in the comment above them. A tag above the
 * first import counts for the whole file.
 * @param path from the project's root
 * @throws Error when a tag stands above something else, for example above a skipped test
 */
export function readCoveredTests(path: string, source: string): CoveredTest[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const covered: CoveredTest[] = [];
  function visit(node: ts.Node): void {
    if (ts.isStatement(node)) {
      const ids = tagsAbove(node, source);
      if (ids.length > 0) covered.push({ path, title: titleOf(node, file), ids });
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return covered;
}

function tagsAbove(node: ts.Node, source: string): string[] {
  const comments = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
  return comments.flatMap(({ pos, end }) =>
    [...source.slice(pos, end).matchAll(COVERS)].flatMap(([, ids = '']) => ids.trim().split(/, */)),
  );
}

function titleOf(statement: ts.Statement, file: ts.SourceFile): string | null {
  if (statement === file.statements[0]) return null;
  const title = ts.isExpressionStatement(statement) ? testTitle(statement.expression) : null;
  if (title !== null) return title;
  const { line } = file.getLineAndCharacterOfPosition(statement.getStart());
  throw new Error(`${file.fileName}:${String(line + 1)}: @covers stands above no running test.`);
}

/** The title of `test(…)`, `it(…)` or `test.each(…)(…)`; otherwise null. */
function testTitle(call: ts.Expression): string | null {
  if (!ts.isCallExpression(call) || !isTestFunction(call.expression)) return null;
  const [title] = call.arguments;
  if (title === undefined) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : null;
}

function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TEST_FUNCTIONS.has(callee.text);
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) {
    return false;
  }
  const { expression: root, name: modifier } = callee.expression;
  return (
    ts.isIdentifier(root) && TEST_FUNCTIONS.has(root.text) && RUNNING_MODIFIERS.has(modifier.text)
  );
}
