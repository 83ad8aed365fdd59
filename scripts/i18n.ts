/** `npm run i18n`: compiles the messages. With `--check` it also reports what is wrong with them. */
import { compileMessages } from '../apps/web/vite/compile-messages.ts';
import { MESSAGE_SETS } from './message-sets.ts';

for (const set of MESSAGE_SETS) await compileMessages(set);

if (process.argv.includes('--check')) {
  // The check reads the sources of the web app, which an installation may lack.
  const { findMessageProblems } = await import('../apps/web/vite/check-messages.ts');
  const problems = (await Promise.all(MESSAGE_SETS.map(findMessageProblems))).flat();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
