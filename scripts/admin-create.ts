/** `npm run admin:create -- <e-mail> [password]`: makes one more administrator, whether the server runs or not. */
import { startServer } from '@beaconpay/server/main';
import { createAdministrator, generatePassword } from './administrators.ts';
import { findRunningDatabase } from './running-server.ts';
import { loadEnvironment } from './load-environment.ts';

const [email, givenPassword] = process.argv.slice(2);
if (email === undefined) {
  console.error('Usage: npm run admin:create -- <e-mail> [password]');
  process.exit(2);
}
const password = givenPassword ?? generatePassword();
const environment = loadEnvironment();

try {
  const running = await findRunningDatabase(environment);
  if (running !== null) {
    await createAdministrator(running, { email, password });
  } else {
    const server = await startServer({
      ...environment,
      PORT: '0',
      WORKERS: '1',
      LOG_LEVEL: 'error',
      WEB_DIR: '',
    });
    try {
      await createAdministrator(server.state.connection, { email, password });
    } finally {
      await server.close();
    }
  }
  console.log(`Administrator ${email} was made.`);
  if (givenPassword === undefined) console.log(`Password, shown only this once: ${password}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
