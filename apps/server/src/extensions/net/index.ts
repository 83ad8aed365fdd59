import type { Sql } from '../../platform/database/connection.ts';
import { ownHost } from '../../platform/hosts.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { retry } from '../../platform/runtime/retry.ts';
import { scheduleCleanUps, type CleanUp } from '../../platform/shared/scheduled-clean-ups.ts';
import type { SharedState } from '../../platform/shared/shared-state.ts';
import type { Extension } from '../extension.ts';
import { hasOwnTable } from '../own-objects.ts';
import {
  functionsUrlOf,
  readFunctionsUrl,
  storeFunctionsUrl,
  toOwnFunction,
} from './own-functions.ts';
import { RequestWorker } from './request-worker.ts';
import type { Network } from './send-request.ts';
import type { NetSettings } from './settings.ts';

const TOPIC = 'net:requests';
const MAX_RETRY_MS = 10_000;

/** Responses are kept for 6 hours, as in pg_net. */
export const responsesCleanUp: CleanUp = {
  name: 'net:responses',
  cron: '*/15 * * * *',
  async run(sql) {
    await sql`delete from net._http_response where created < now() - interval '6 hours'`;
  },
};

interface NetOptions {
  /** Logs in as the role of shared state. */
  readonly sql: Sql;
  readonly shared: Pick<SharedState, 'pubSub' | 'jobs'>;
  readonly settings: NetSettings;
  /** The address that the server listens on. */
  readonly host: string;
  readonly port: () => number;
  /** The public URL of this server. */
  readonly publicUrl: string;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Sends the HTTP requests that SQL adds with `net.http_post` and the other functions of pg_net. */
export function createNet(options: NetOptions): Extension {
  const { sql, shared, settings, host, port, publicUrl, metrics, logger } = options;
  const closing = new AbortController();

  async function readNetwork(): Promise<Network> {
    const own = functionsUrlOf(publicUrl, port());
    const urls = [own, (await readFunctionsUrl(sql)) ?? own];
    const origin = `http://${ownHost(host)}:${String(port())}`;
    return {
      toOwnFunction: (target) => toOwnFunction(target, urls, origin),
      allowHosts: settings.allowHosts,
    };
  }

  const worker = new RequestWorker({ sql, readNetwork, logger });
  metrics.gauge({
    name: 'backend_net_requests_in_flight',
    help: 'HTTP requests from SQL that wait for their response',
    read: () => worker.inFlight,
  });

  const retryUntilClosed = (task: () => Promise<unknown>): Promise<boolean> =>
    retry(task, {
      maxDelayMs: MAX_RETRY_MS,
      signal: closing.signal,
      onError: (error) => logger.warn({ err: error }, 'net: failed to start, will retry'),
    });

  async function run(): Promise<void> {
    const table = { isOwn: false };
    const isPrepared = await retryUntilClosed(async () => {
      await storeFunctionsUrl(sql, functionsUrlOf(publicUrl, port()));
      table.isOwn = await hasOwnTable(sql, 'net.http_request_queue', 'announce_requests');
    });
    if (!isPrepared) return;
    if (!table.isOwn) {
      logger.info('net: the database has its own pg_net, which sends the requests');
      return;
    }
    scheduleCleanUps(shared.jobs, [responsesCleanUp], sql, logger);
    const wake = (): void => worker.wake();
    void shared.pubSub.subscribe(TOPIC, wake, wake);
    await worker.run();
  }

  return {
    start: () => void run(),
    async close(deadline) {
      closing.abort();
      await worker.close(deadline);
    },
  };
}
