import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Hono, type Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Sql } from '../../platform/database/connection.ts';
import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import { rateLimitKeyOfCaller } from '../../platform/http/rate-limit-key.ts';
import { takePreparedHeaders } from '../../platform/http/prepared-headers.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { Caller, CallerResolver } from '../../platform/identity/caller.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Service } from '../../server/service.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts';
import { authenticate } from './authenticate.ts';
import { createDeliveries } from './delivery.ts';
import { errors, RestError } from './errors.ts';
import { createSnapshots, type SchemaSnapshot } from './schema-snapshot.ts';
import { BASE_PATH, readIncoming, type NodeBindings } from './request/incoming.ts';
import { parseRequest, type IncomingRequest } from './request/request.ts';
import type { RestResponse } from './response/rest-response.ts';
import { renderOptions } from './response/inspect.ts';
import { renderError, renderResult } from './response/render.ts';
import { runRequest } from './run/run-request.ts';
import { createSchemaCacheLoader } from './schema-cache/schema-cache-loader.ts';
import type { RestSettings } from './settings.ts';

/** The maximum number of waiting requests per caller and per connection. */
const MAX_WAITING = 100;
const STALLED_READER_MS = 20_000;
/** The share of the database connections that one caller may use, up to `MAX_CONCURRENT_REQUESTS`. */
const MAX_CALLER_SHARE = 0.5;
const MAX_CONCURRENT_REQUESTS = 4;

interface RestServiceOptions {
  /** Receives notifications of schema changes. Logs in as `authenticator`. */
  readonly sql: Sql;
  /** Logs in as `authenticator`, which may switch to the callers' roles. */
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

/** A reason phrase that a status line can hold. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]+$/;

type SentBody = Buffer | ReadableStream<Uint8Array> | string | null;

/** The length of a body that does not say it itself; null where there is none to say. */
function lengthToSay(
  { status, body }: RestResponse,
  sent: SentBody,
  method: string,
): number | null {
  if (body instanceof Buffer && sent !== body) return body.length;
  // A 204 has no body and says no length.
  return sent === null && status !== 204 && method !== 'HEAD' ? 0 : null;
}

function toResponse(
  context: Context<ServiceEnv>,
  answer: RestResponse,
  body: SentBody,
  outgoing: ServerResponse | undefined,
): Response {
  const { status, statusText } = answer;
  if (statusText && outgoing !== undefined && REASON_PHRASE.test(statusText)) {
    outgoing.statusMessage = statusText;
  }
  const length = lengthToSay(answer, body, context.req.method);
  const headers =
    length === null ? answer.headers : { ...answer.headers, 'Content-Length': String(length) };
  const bodyInit = body as Uint8Array<ArrayBuffer> | ReadableStream | string | null;
  const plain = takePreparedHeaders(context);
  if (plain === null) return context.newResponse(bodyInit, status as StatusCode, headers);
  // In lower case, so that what the answer says wins over what was prepared.
  for (const [name, value] of Object.entries(headers)) {
    (plain as RestResponse['headers'])[name.toLowerCase()] = value;
  }
  return new Response(bodyInit, { status, headers: plain });
}

/** The data API: PostgREST's contract over one database. Settles when the schema cache has been read. */
export async function createRestService(options: RestServiceOptions): Promise<Service> {
  const { sql, pool, config, callers, logger } = options;
  const loader = createSchemaCacheLoader({
    sql,
    pool,
    exposedSchemas: config.schemas,
    extraSearchPath: config.extraSearchPath,
    logger,
  });
  const marker = randomBytes(16).toString('hex');
  const snapshots = createSnapshots({ config, pool, marker });
  const callerLimit = createConcurrencyLimit<string>({
    maxRunning: Math.max(
      1,
      Math.min(MAX_CONCURRENT_REQUESTS, Math.floor(options.poolSize * MAX_CALLER_SHARE)),
    ),
    maxWaiting: MAX_WAITING,
  });
  // Answers leave a connection one after the other; what is made early would only lie in memory.
  const connectionLimit = createConcurrencyLimit<Socket>({
    maxRunning: 1,
    maxWaiting: MAX_WAITING,
  });
  const deliveries = createDeliveries({ stallMs: options.stalledReaderMs ?? STALLED_READER_MS });

  function currentSnapshot(): SchemaSnapshot {
    if (loader.current === null) throw errors.noSchemaCache();
    return snapshots.of(loader.current);
  }

  async function answer(
    incoming: IncomingRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<RestResponse> {
    const now = currentSnapshot();
    const request = parseRequest(incoming, now.rules);
    if (request.method === 'OPTIONS') return renderOptions(request, now.cache);
    const compiled = now.compile(request);
    const result = await runRequest(
      { caller, request: incoming },
      request,
      compiled,
      now.context,
      signal,
    );
    return renderResult(request, compiled, result, {
      cache: now.cache,
      headers: incoming.headers,
    });
  }

  function explain(error: unknown, requestId: string): RestResponse {
    if (!(error instanceof RestError)) {
      logger.error({ err: error, requestId }, 'rest: failed to handle request');
      return renderError(new RestError(500, 'PGRSTX00', 'Internal server error'));
    }
    if (error.status >= 500) {
      // Only the code is logged: messages of the database may contain personal data.
      logger.warn({ requestId, code: error.body.code }, 'rest: responded with a server error');
    }
    return renderError(error);
  }

  async function makeAnswer(
    context: Context<ServiceEnv>,
    bindings: NodeBindings | undefined,
    signal: AbortSignal,
    acquire: <Key>(limit: ConcurrencyLimit<Key>, key: Key) => Promise<void>,
  ): Promise<RestResponse> {
    try {
      const socket = bindings?.outgoing?.req.socket;
      if (socket !== undefined) await acquire(connectionLimit, socket);
      const incoming = await readIncoming(context.req.raw, bindings, options.bodyLimitBytes);
      const apiKey = incoming.headers.apikey ?? incoming.apiKeyParameter;
      const caller = await authenticate(callers, apiKey, incoming.headers.authorization);
      const key = rateLimitKeyOfCaller(caller, context.get('clientAddress'));
      if (key !== null) await acquire(callerLimit, key);
      return await answer(incoming, caller, signal);
    } catch (error) {
      if (signal.aborted) return renderError(errors.clientGone());
      return explain(error, context.get('requestId'));
    }
  }

  /** A request keeps its slots until the response is sent or the client disconnects. */
  async function handle(context: Context<ServiceEnv>): Promise<Response> {
    const bindings = context.env as NodeBindings | undefined;
    const outgoing = bindings?.outgoing;
    const gone = new AbortController();
    const slots: (() => void)[] = [];
    const releaseSlots = () => {
      for (const release of slots.splice(0)) release();
    };
    outgoing?.once('close', () => {
      deliveries.end(outgoing);
      releaseSlots();
      if (!outgoing.writableFinished) gone.abort(new Error('the client has gone'));
    });
    const made = await makeAnswer(context, bindings, gone.signal, async (limit, key) => {
      const release = await limit.acquire(key, gone.signal);
      if (gone.signal.aborted) release();
      else slots.push(release);
    });
    if (outgoing === undefined) {
      // Asked within this process, whose client it is.
      releaseSlots();
      return toResponse(context, made, made.body, outgoing);
    }
    if (!gone.signal.aborted) deliveries.begin(outgoing);
    const { body } = made;
    return toResponse(
      context,
      made,
      body instanceof Buffer ? deliveries.pace(outgoing, body) : body,
      outgoing,
    );
  }

  const app = new Hono<ServiceEnv>();
  app.all('/*', handle);
  await loader.ready();
  return {
    prefix: BASE_PATH,
    app,
    answersPlainly: true,
    isReady: () =>
      Promise.resolve(loader.current === null ? 'The schema cache is not loaded yet.' : null),
    close() {
      loader.close();
      deliveries.close();
      return Promise.resolve();
    },
  };
}
