import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { Hono, type Context } from 'hono';
import type { Sql } from '../../platform/database/connection.ts';
import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import { isClientGone } from '../../platform/http/client-gone.ts';
import { rateLimitKeyOfCaller } from '../../platform/http/rate-limit-key.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Service } from '../../http/service.ts';
import { authenticate } from './authenticate.ts';
import { createConcurrencyLimit } from '../../platform/runtime/concurrency-limit.ts';
import { errors, RestError } from './errors.ts';
import { BASE_PATH, readIncoming, type NodeBindings } from './request/incoming.ts';
import { openRequestScope, type RequestScope } from './request-scope.ts';
import { respond } from './respond.ts';
import { renderError, type RestResponse } from './response/rest-response.ts';
import { createSchemaCacheLoader } from './schema-cache/schema-cache-loader.ts';
import { createSnapshots } from './schema-snapshot.ts';
import { sendResponse } from './send-response.ts';
import type { RestSettings } from './settings.ts';

/** The maximum number of waiting requests per caller and per connection. */
const MAX_WAITING = 100;
/** Sent with the rejection of a request that may not wait. */
const RETRY_AFTER_S = 1;
/** The share of the database connections that one caller may use, up to `MAX_CALLER_REQUESTS`. */
const MAX_CALLER_SHARE = 0.5;
const MAX_CALLER_REQUESTS = 4;
const STALLED_READER_MS = 20_000;

interface RestServiceOptions {
  /** Receives notifications of schema changes. Logs in as `authenticator`. */
  readonly sql: Sql;
  /** Runs the requests. Logs in as `authenticator`, which may switch to the callers' roles. */
  readonly pool: WirePool;
  /** The number of connections in the pool. */
  readonly poolSize: number;
  readonly config: RestSettings;
  readonly bodyLimitBytes: number;
  readonly callers: CallerResolver;
  readonly logger: Logger;
  /** How long a client may stop reading its response. */
  readonly stalledReaderMs?: number;
}

function createLimits(poolSize: number) {
  const createFullError = () => errors.queueFull(RETRY_AFTER_S);
  const callerShare = Math.max(1, Math.floor(poolSize * MAX_CALLER_SHARE));
  return {
    callers: createConcurrencyLimit<string>({
      maxRunning: Math.min(MAX_CALLER_REQUESTS, callerShare),
      maxWaiting: MAX_WAITING,
      createFullError,
    }),
    // A connection sends its responses in order, so an early response would only occupy memory.
    connections: createConcurrencyLimit<Socket>({
      maxRunning: 1,
      maxWaiting: MAX_WAITING,
      createFullError,
    }),
  };
}

function toErrorResponse(error: unknown, requestId: string, logger: Logger): RestResponse {
  if (!(error instanceof RestError)) {
    logger.error({ err: error, requestId }, 'rest: failed to handle request');
    return renderError(new RestError(500, 'PGRSTX00', 'Internal server error'));
  }
  if (error.status >= 500) {
    // Only the code is logged: messages of the database may contain personal data.
    const { code } = error.body;
    logger.warn({ requestId, code }, 'rest: failed to run request in the database');
  }
  return renderError(error);
}

/** Creates the data API: PostgREST's contract for one database. Settles when the schema cache is loaded. */
export async function createRestService(options: RestServiceOptions): Promise<Service> {
  const { sql, pool, config, callers, logger, bodyLimitBytes } = options;
  const { schemas: exposedSchemas, extraSearchPath } = config;
  const loader = createSchemaCacheLoader({ sql, pool, exposedSchemas, extraSearchPath, logger });
  const marker = randomBytes(16).toString('hex');
  const snapshotOf = createSnapshots({ settings: config, pool, marker });
  const limits = createLimits(options.poolSize);
  const stallMs = options.stalledReaderMs ?? STALLED_READER_MS;

  async function handle(
    c: Context<ServiceEnv>,
    bindings: NodeBindings | undefined,
    scope: RequestScope,
  ): Promise<RestResponse> {
    const socket = bindings?.outgoing?.req.socket;
    if (socket !== undefined) {
      await scope.acquire(limits.connections, socket);
      // The stall timeout of an earlier response must not end this request.
      socket.setTimeout(0);
    }
    const clientAddress = c.get('clientAddress');
    const incoming = await readIncoming(c.req.raw, bindings, { bodyLimitBytes, clientAddress });
    const apiKey = incoming.headers.apikey ?? incoming.apiKeyParameter;
    const caller = await authenticate(callers, apiKey, incoming.headers.authorization);
    const limitKey = rateLimitKeyOfCaller(caller, clientAddress);
    if (limitKey !== null) await scope.acquire(limits.callers, limitKey);
    if (loader.current === null) throw errors.noSchemaCache();
    return respond(incoming, caller, snapshotOf(loader.current), scope.signal);
  }

  const app = new Hono<ServiceEnv>();
  app.all('/*', async (c) => {
    const bindings = c.env as NodeBindings | undefined;
    const outgoing = bindings?.outgoing;
    const scope = openRequestScope(outgoing);
    const response = await handle(c, bindings, scope).catch((error: unknown) =>
      scope.signal.aborted || isClientGone(error)
        ? renderError(errors.clientGone())
        : toErrorResponse(error, c.get('requestId'), logger),
    );
    if (outgoing === undefined) scope.end();
    return sendResponse(c, response, outgoing, stallMs);
  });
  await loader.ready();
  return {
    prefix: BASE_PATH,
    app,
    answersPlainly: true,
    isReady: () =>
      Promise.resolve(loader.current === null ? 'The schema cache is not loaded yet.' : null),
    close() {
      loader.close();
      return Promise.resolve();
    },
  };
}
