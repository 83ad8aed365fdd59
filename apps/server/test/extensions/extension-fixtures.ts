import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { Sql } from '../../src/platform/database/connection.ts';

/** Runs one statement as a role. */
export function queryAs<T extends object = Record<string, unknown>>(
  sql: Sql,
  role: string,
  statement: string,
): Promise<T[]> {
  return sql.begin(async (transaction) => {
    await transaction`set local role ${transaction(role)}`;
    return transaction.unsafe<T[]>(statement);
  });
}

export interface RunDetails {
  readonly jobid: string;
  readonly runid: string;
  readonly job_pid: number | null;
  readonly username: string;
  readonly command: string;
  readonly status: string;
  readonly return_message: string | null;
  readonly start_time: Date | null;
  readonly end_time: Date | null;
}

export async function schedule(
  sql: Sql,
  role: string,
  cron: string,
  command: string,
  name?: string,
): Promise<string> {
  return sql.begin(async (transaction) => {
    await transaction`set local role ${transaction(role)}`;
    const [row] =
      name === undefined
        ? await transaction<{ id: string }[]>`select cron.schedule(${cron}, ${command}) as id`
        : await transaction<
            { id: string }[]
          >`select cron.schedule(${name}, ${cron}, ${command}) as id`;
    return row?.id ?? '';
  });
}

export function runsOf(sql: Sql, jobId: string): Promise<RunDetails[]> {
  return sql<RunDetails[]>`
    select * from cron.job_run_details where jobid = ${jobId}::bigint order by runid`;
}

/** Waits until something is found. */
export function waitFor<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await find();
      if (found === undefined) throw new Error('It has not happened yet.');
      return found;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Waits for a run of a job with a status. */
export function waitForRun(sql: Sql, jobId: string, status: string): Promise<RunDetails> {
  return waitFor(async () => (await runsOf(sql, jobId)).find((run) => run.status === status));
}

export interface Response {
  readonly id: string;
  readonly status_code: number | null;
  readonly content_type: string | null;
  readonly headers: Record<string, string> | null;
  readonly content: string | null;
  readonly timed_out: boolean;
  readonly error_msg: string | null;
}

export function waitForResponse(sql: Sql, id: string): Promise<Response> {
  return waitFor(async () => {
    const [found] = await sql<
      Response[]
    >`select * from net._http_response where id = ${id}::bigint`;
    return found;
  });
}

export interface Target {
  readonly url: string;
  /** `127.0.0.1:port` */
  readonly host: string;
  close(): void;
}

/** A service outside of the server. */
export async function startTarget(listener: RequestListener): Promise<Target> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url: `http://${host}`,
    host,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
