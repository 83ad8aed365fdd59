/** `npm run i18n`: compiles the messages. With `--check` it also reports what is wrong with them. */
import { findMessageProblems } from './check-messages.ts';
import { compileMessages } from './compile-messages.ts';

await compileMessages();

if (process.argv.includes('--check')) {
  const problems = await findMessageProblems();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
