/**
 * `npm run db:prepare`: gives the role in DATABASE_URL what only a superuser can give, as
 * DATABASE_SUPERUSER_URL. `-- --print` only shows the statements.
 */
import { parseDatabaseUrl } from '../platform/database/connection.ts';
import {
  findPreparation,
  prepareAsSuperuser,
  type Preparation,
} from '../platform/database/preparation.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

/** Formats the missing statements as a script for psql. */
function print({ needed, forChanges, obstacle }: Preparation, owner: string): string {
  const lines = needed.map((statement) => `${statement};`);
  if (forChanges.length > 0) {
    lines.push(
      '-- For live changes. Everything else works without it:',
      ...forChanges.map((statement) => `${statement};`),
    );
  }
  if (lines.length === 0) lines.push(`-- ${owner} has everything it needs.`);
  if (obstacle !== null) lines.push(`-- ${obstacle} Everything else works.`);
  return lines.join('\n');
}

const { flags } = readCommandLine({ usage: 'db:prepare [-- --print]', flags: ['print'] });
const environment = loadEnvironment();
const { DATABASE_URL: url = '', DATABASE_SUPERUSER_URL: superuserUrl = '' } = environment;

await runCommand(async () => {
  if (url === '')
    throw new Error('DATABASE_URL is not set. The embedded database needs no preparation.');
  const owner = parseDatabaseUrl(url);
  if (flags.has('print')) {
    console.log(print(await findPreparation(owner), owner.username));
  } else {
    if (superuserUrl === '') {
      throw new Error(
        'Set DATABASE_SUPERUSER_URL for this command, or run the statements of `npm run db:prepare -- --print`.',
      );
    }
    const { count, obstacle } = await prepareAsSuperuser(owner, parseDatabaseUrl(superuserUrl));
    const statements = count === 1 ? '1 statement' : `${String(count)} statements`;
    console.log(`${statements} run. ${owner.username} is ready.`);
    if (obstacle !== null) console.log(`${obstacle} Everything else works.`);
  }
});
