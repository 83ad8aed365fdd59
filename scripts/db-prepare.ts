/**
 * `npm run db:prepare`: gives the role in DATABASE_URL what only a superuser can give, as
 * DATABASE_SUPERUSER_URL. `-- --print` only shows the statements.
 */
import { parseDatabaseUrl } from '@beaconpay/server/platform/database/connection';
import {
  findPreparation,
  prepareAsSuperuser,
} from '@beaconpay/server/platform/database/preparation';
import { loadEnvironment } from './load-environment.ts';

const environment = loadEnvironment();
const { DATABASE_URL: url = '', DATABASE_SUPERUSER_URL: superuserUrl = '' } = environment;

try {
  if (url === '') throw new Error('DATABASE_URL is not set; the embedded database needs nothing.');
  const owner = parseDatabaseUrl(url);
  if (process.argv.includes('--print')) {
    const statements = await findPreparation(owner);
    console.log(
      statements.length === 0
        ? `-- Nothing is missing for ${owner.username}.`
        : statements.map((statement) => `${statement};`).join('\n'),
    );
  } else {
    if (superuserUrl === '') {
      throw new Error(
        'Set DATABASE_SUPERUSER_URL for this one command, or run what `npm run db:prepare -- --print` shows.',
      );
    }
    const count = await prepareAsSuperuser(owner, parseDatabaseUrl(superuserUrl));
    console.log(`${String(count)} statements were run; ${owner.username} can start.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
