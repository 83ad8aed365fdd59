/**
 * Keeps one Postgres for one parent. The parent holds the other end of
 * standard input; when that closes, because the parent stopped or was killed,
 * Postgres is shut down in an orderly way. Runs detached, so that a Ctrl-C in
 * the terminal reaches the parent alone and requests can finish first.
 *
 * Arguments: path of the postgres program, uid, gid ('' keeps the parent's), then Postgres's own.
 */
import { spawn, type ChildProcess } from 'node:child_process';

const [program, uid, gid, ...postgresArguments] = process.argv.slice(2);
if (program === undefined) throw new Error('postgres-keeper needs the path of postgres');

const RESTART_DELAY_MS = 250;
const MAX_RESTARTS_PER_MINUTE = 5;

let stopping = false;
let recentRestartsMs: number[] = [];
let postgres = startPostgres(program);

function startPostgres(path: string): ChildProcess {
  const child = spawn(path, postgresArguments, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(uid ? { uid: Number(uid) } : {}),
    ...(gid ? { gid: Number(gid) } : {}),
  });
  child.on('exit', (code) => {
    recentRestartsMs = recentRestartsMs.filter((timeMs) => timeMs > Date.now() - 60_000);
    if (stopping || recentRestartsMs.length >= MAX_RESTARTS_PER_MINUTE) process.exit(code ?? 0);
    // A crash or a restart from outside: come back on the same port, where the pools look for it.
    recentRestartsMs.push(Date.now());
    setTimeout(() => {
      if (stopping) process.exit(0);
      postgres = startPostgres(path);
    }, RESTART_DELAY_MS);
  });
  return child;
}

function shutDown(): void {
  stopping = true;
  if (postgres.exitCode === null && postgres.signalCode === null) postgres.kill('SIGINT');
}

process.stdin.on('end', shutDown).on('error', shutDown).resume();
process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);
process.on('SIGHUP', () => undefined);
// The parent may be gone and its end of the pipe with it.
process.stderr.on('error', () => undefined);
