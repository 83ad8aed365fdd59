/**
 * `npm run docs:coverage`: writes docs/coverage.md. With `-- --check` it writes nothing and fails when the
 * file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COVERAGE_PATH, readCoverage } from './coverage-document.ts';
import { PROJECT_DIR } from './project-dir.ts';

const file = join(PROJECT_DIR, COVERAGE_PATH);
const { document, problems } = await readCoverage();

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) {
  await writeFile(file, document);
  console.log(`${COVERAGE_PATH} is written.`);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error(`${COVERAGE_PATH} is out of date: run \`npm run docs:coverage\`.`);
  process.exitCode = 1;
}
