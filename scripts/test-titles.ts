/** Reads test files without running them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_DIR } from './project-dir.ts';

/** The names of the test functions of Vitest and Playwright. */
const TEST_FUNCTIONS = new Set(['test', 'it']);
/** The allowed modifiers. Tests with others (skip, todo, fixme) do not run. */
const RUNNING_MODIFIERS = new Set(['each']);

/**
 * The titles of the tests in a file, as they are written there: placeholders (`$name`, `%s`,
 * `${theme}`) stay. Tests that are skipped have none. Throws when there is no such file.
 * @param path from the project's root
 */
export async function testTitlesIn(path: string): Promise<ReadonlySet<string>> {
  const source = await readFile(join(PROJECT_DIR, path), 'utf8');
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const titles = new Set<string>();
  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const [title] = node.arguments;
      const text = title === undefined ? null : writtenText(title);
      if (text !== null) titles.add(text);
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return titles;
}

/** `test`, `it`, `test.each(…)`. */
function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TEST_FUNCTIONS.has(callee.text);
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression))
    return false;
  const { expression: root, name: modifier } = callee.expression;
  return (
    ts.isIdentifier(root) && TEST_FUNCTIONS.has(root.text) && RUNNING_MODIFIERS.has(modifier.text)
  );
}

function writtenText(title: ts.Expression): string | null {
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : null;
}
