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
import { createAdmission, type Admission } from './admission.ts';
import { authenticate } from './authenticate.ts';
import { createDeliveries } from './delivery.ts';
import { failures, RestError } from './errors.ts';
import { createGenerations, type Generation } from './generation.ts';
import { BASE_PATH, readIncoming, type NodeBindings } from './request/incoming.ts';
import { parseRequest, type IncomingRequest } from './request/request.ts';
import type { Answer } from './response/answer.ts';
import { renderOptions } from './response/inspect.ts';
import { renderError, renderResult } from './response/render.ts';
import { runRequest } from './run/run-request.ts';
import { createSchemaCacheKeeper } from './schema-cache/keeper.ts';
import type { RestSettings } from './settings.ts';

/** Requests that may wait, of one caller or on one connection. */
const MAX_WAITING = 100;
const STALLED_READER_MS = 20_000;
/** Of the connections, one caller gets this part, but never all and never more than `MOST_IN_WORK`. */
const SHARE_OF_ONE_CALLER = 0.5;
const MOST_IN_WORK = 4;

interface RestServiceOptions {
  /** Hears of changes of the schema. Logged in as `authenticator`. */
  readonly sql: Sql;
  /** Logged in as `authenticator`, which may become the callers' roles and nothing else. */
  readonly pool: WirePool;
  /** How many connections the pool has; one caller gets a part of them. */
  readonly poolSize: number;
  readonly config: RestSettings;
  readonly bodyLimitBytes: number;
  readonly callers: CallerResolver;
  readonly logger: Logger;
  /** How long a client may take nothing of its answer. */
  readonly stalledReaderMs?: number;
}

/** A reason phrase that a status line can hold. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]+$/;

type SentBody = Buffer | ReadableStream<Uint8Array> | string | null;

/** The length of a body that does not say it itself; null where there is none to say. */
function lengthToSay({ status, body }: Answer, sent: SentBody, method: string): number | null {
  if (body instanceof Buffer && sent !== body) return body.length;
  // A 204 has no body and says no length.
  return sent === null && status !== 204 && method !== 'HEAD' ? 0 : null;
}

function toResponse(
  context: Context<ServiceEnv>,
  answer: Answer,
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
    (plain as Answer['headers'])[name.toLowerCase()] = value;
  }
  return new Response(bodyInit, { status, headers: plain });
}

/** The data API: PostgREST's contract over one database. Settles when the schema cache has been read. */
export async function createRestService(options: RestServiceOptions): Promise<Service> {
  const { sql, pool, config, callers, logger } = options;
  const keeper = createSchemaCacheKeeper({
    sql,
    pool,
    exposedSchemas: config.schemas,
    extraSearchPath: config.extraSearchPath,
    logger,
  });
  const marker = randomBytes(16).toString('hex');
  const generations = createGenerations({ config, pool, marker });
  const callerTurns = createAdmission<string>({
    maxInWork: Math.max(
      1,
      Math.min(MOST_IN_WORK, Math.floor(options.poolSize * SHARE_OF_ONE_CALLER)),
    ),
    maxWaiting: MAX_WAITING,
  });
  // Answers leave a connection one after the other; what is made early would only lie in memory.
  const connectionTurns = createAdmission<Socket>({ maxInWork: 1, maxWaiting: MAX_WAITING });
  const deliveries = createDeliveries({ stallMs: options.stalledReaderMs ?? STALLED_READER_MS });

  function currentGeneration(): Generation {
    if (keeper.current === null) throw failures.noSchemaCache();
    return generations.of(keeper.current);
  }

  async function answer(
    incoming: IncomingRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Answer> {
    const now = currentGeneration();
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

  function explain(error: unknown, requestId: string): Answer {
    if (!(error instanceof RestError)) {
      logger.error({ err: error, requestId }, 'the data API failed');
      return renderError(new RestError(500, 'PGRSTX00', 'Internal server error'));
    }
    if (error.status >= 500) {
      // Only the code: messages and details of the database may quote personal data.
      logger.warn({ requestId, code: error.body.code }, 'the data API answered with a failure');
    }
    return renderError(error);
  }

  async function makeAnswer(
    context: Context<ServiceEnv>,
    bindings: NodeBindings | undefined,
    signal: AbortSignal,
    enter: <Group>(turns: Admission<Group>, group: Group) => Promise<void>,
  ): Promise<Answer> {
    try {
      const socket = bindings?.outgoing?.req.socket;
      if (socket !== undefined) await enter(connectionTurns, socket);
      const incoming = await readIncoming(context.req.raw, bindings, options.bodyLimitBytes);
      const apiKey = incoming.headers.apikey ?? incoming.apiKeyParameter;
      const caller = await authenticate(callers, apiKey, incoming.headers.authorization);
      const key = rateLimitKeyOfCaller(caller, context.get('clientAddress'));
      if (key !== null) await enter(callerTurns, key);
      return await answer(incoming, caller, signal);
    } catch (error) {
      if (signal.aborted) return renderError(failures.clientGone());
      return explain(error, context.get('requestId'));
    }
  }

  /** A request keeps its turns until the client has its answer, or has gone. */
  async function handle(context: Context<ServiceEnv>): Promise<Response> {
    const bindings = context.env as NodeBindings | undefined;
    const outgoing = bindings?.outgoing;
    const gone = new AbortController();
    const turns: (() => void)[] = [];
    const endTurns = () => {
      for (const leave of turns.splice(0)) leave();
    };
    outgoing?.once('close', () => {
      deliveries.end(outgoing);
      endTurns();
      if (!outgoing.writableFinished) gone.abort(new Error('the client has gone'));
    });
    const made = await makeAnswer(context, bindings, gone.signal, async (admission, group) => {
      const leave = await admission.enter(group, gone.signal);
      if (gone.signal.aborted) leave();
      else turns.push(leave);
    });
    if (outgoing === undefined) {
      // Asked within this process, whose client it is.
      endTurns();
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
  await keeper.ready();
  return {
    prefix: BASE_PATH,
    app,
    answersPlainly: true,
    isReady: () =>
      Promise.resolve(keeper.current === null ? 'The schema cache was not read yet.' : null),
    close() {
      keeper.close();
      deliveries.close();
      return Promise.resolve();
    },
  };
}
