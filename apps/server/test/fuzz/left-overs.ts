import { readdir, readFile, readlink } from 'node:fs/promises';
import type { FuzzedServer } from './fuzzed-server.ts';

/** The state in /proc/net/tcp of a connection that its client has closed and the server has not. */
const CLOSE_WAIT = '08';

async function connectionsToClose({ port, process }: FuzzedServer): Promise<number> {
  const table = await readFile(`/proc/${String(process.pid)}/net/tcp`, 'utf8');
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').filter((line) => {
    const [, localAddress = '', , state] = line.trim().split(/\s+/);
    return localAddress.endsWith(local) && state === CLOSE_WAIT;
  }).length;
}

/** Files that the server holds open in its data and in the temporary folder. */
async function openFiles({ process, storageDir }: FuzzedServer): Promise<string[]> {
  const folder = `/proc/${String(process.pid)}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return links.filter((path) => path.startsWith(storageDir) || path.startsWith('/tmp/'));
}

/** Bytes without an object, and unfinished uploads. */
async function incompleteUploads({ database, storageDir }: FuzzedServer) {
  const { sql } = database;
  const objects = await sql<{ version: string }[]>`select version from storage.objects`;
  const attached = new Set(objects.map(({ version }) => version));
  const files = await readdir(storageDir).catch(() => []);
  const announced = await sql`select from backend_storage.orphaned_blobs`;
  const unfinished = await sql`select from backend_storage.resumable_uploads`;
  return {
    files: files.filter((file) => !attached.has(file)),
    announced: announced.length,
    unfinished: unfinished.length,
  };
}

/** Transactions and advisory locks of the server. */
async function heldInDatabase({ sql }: FuzzedServer['database']) {
  const transactions = await sql<{ query: string }[]>`
    select query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state in ('active', 'idle in transaction',
        'idle in transaction (aborted)')`;
  const locks = await sql`
    select from pg_locks
    where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
  return { transactions: transactions.map(({ query }) => query), locks: locks.length };
}

/** All that requests must not leave behind. Compared with the state before the first request. */
export async function findLeftOvers(server: FuzzedServer) {
  return {
    connections: await connectionsToClose(server),
    files: await openFiles(server),
    uploads: await incompleteUploads(server),
    database: await heldInDatabase(server.database),
  };
}
