/** An embedded Postgres in a separate process, for tests that stop or kill it. Argument: the cluster's folder. */
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';

const postgres = await startEmbeddedPostgres({
  clusterDir: process.argv[2] ?? '',
  password: 'embedded',
});
process.on('SIGTERM', () => {
  void postgres.stop().then(() => process.exit(0));
});
process.stdout.write('started\n');
