/** `npm run account:export -- <e-mail> [file]`: everything kept about one person, as JSON. */
import { writeFile } from 'node:fs/promises';
import { withAccountServer } from './account-server.ts';
import { exportAccount } from './accounts.ts';
import { loadEnvironment } from './load-environment.ts';

const [email, file] = process.argv.slice(2);
if (email === undefined) {
  console.error('Usage: npm run --silent account:export -- <e-mail> [file]');
  process.exit(2);
}
try {
  const data = await withAccountServer(loadEnvironment(), ({ connection }) =>
    exportAccount(connection, email),
  );
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (file === undefined) {
    process.stdout.write(text);
  } else {
    // Nobody else on this machine may read it, and nothing is written over.
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    console.error(`Everything that is kept about ${email} is in ${file}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
