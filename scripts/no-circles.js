import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** What a file imports, for as long as the file is as it was: an editor keeps this process for hours. */
const known = new Map();

function importsOf(path) {
  const { mtimeMs } = statSync(path);
  const entry = known.get(path);
  if (entry?.mtimeMs === mtimeMs) return entry.imports;
  const imports = relativeImports(readFileSync(path, 'utf8'), path);
  known.set(path, { mtimeMs, imports });
  return imports;
}

/** Types and what is imported later count: a circle of those cannot be read in any order either. */
function relativeImports(source, path) {
  return ts
    .preProcessFile(source, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => /^\.{1,2}\/.*\.tsx?$/.test(name))
    .map((name) => resolve(dirname(path), name))
    .filter((imported) => statSync(imported, { throwIfNoEntry: false }) !== undefined);
}

function reaches(from, target, seen) {
  if (from === target) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return importsOf(from).some((imported) => reaches(imported, target, seen));
}

/** ESLint rule: no file imports one that leads back to it. */
export const noCircles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { circle: 'This import leads back to this file: take apart what both need.' },
  },
  create(context) {
    const path = context.filename;
    function check(node) {
      const name = node.source?.value;
      if (typeof name !== 'string') return;
      const [imported] = relativeImports(`import ${JSON.stringify(name)};`, path);
      if (imported !== undefined && reaches(imported, path, new Set())) {
        context.report({ node, messageId: 'circle' });
      }
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
