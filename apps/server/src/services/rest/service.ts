import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import { createWirePoolOf } from '../../platform/database/wire/pool-of.ts';
import { ApiKeyError, type Caller, type CallerResolver } from '../../platform/identity/caller.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import { TokenError } from '../../platform/identity/access-token.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Service } from '../../server/service.ts';
import { failures, RestError } from './errors.ts';
import { compileRequest } from './plan/compile.ts';
import type { CompiledRequest } from './plan/compiled-request.ts';
import { BASE_PATH, readIncoming, type NodeBindings } from './request/incoming.ts';
import {
  parseRequest,
  type IncomingRequest,
  type ParsedRequest,
  type RequestRules,
} from './request/request.ts';
import { renderOptions } from './response/inspect.ts';
import { renderError, renderResult, type Answer } from './response/render.ts';
import { renderRoot } from './response/root.ts';
import { runRequest, searchPathsOf, type RunContext } from './run.ts';
import { createSchemaCacheKeeper } from './schema-cache/keeper.ts';
import type { SchemaCache } from './schema-cache/types.ts';
import { maxRowsOf, type RestSettings } from './settings.ts';
import { ShapeCache } from './shape-cache.ts';

const MAX_REMEMBERED_SHAPES = 1_000;

export interface RestServiceOptions {
  /** A pool logged in as `authenticator`, which may become the callers' roles and nothing else. */
  readonly sql: Sql;
  readonly config: RestSettings;
  readonly bodyLimitBytes: number;
  readonly callers: CallerResolver;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Everything that is made for one schema cache and thrown away with it. */
interface Generation {
  readonly cache: SchemaCache;
  readonly rules: RequestRules;
  readonly context: RunContext;
  readonly shapes: ShapeCache<CompiledRequest>;
}

function toAuthError(error: unknown): unknown {
  if (error instanceof ApiKeyError) return failures.apiKey(error.message, error.hint);
  if (!(error instanceof TokenError)) return error;
  switch (error.problem) {
    case 'expired':
      return failures.jwtClaims('JWT expired');
    case 'not-yet-valid':
      return failures.jwtClaims('JWT not yet valid');
    case 'claims':
      return failures.jwtClaims(error.message);
    case 'malformed':
    case 'signature':
      return failures.jwtInvalid('JWT cryptographic operation failed');
  }
}

function toResponse(context: Context<ServiceEnv>, { status, headers, body }: Answer): Response {
  // Through the context, so that headers prepared for every answer are in it from the start.
  return context.newResponse(
    body as Uint8Array<ArrayBuffer> | string | null,
    status as StatusCode,
    headers,
  );
}

/** The data API: PostgREST's contract over one database. Settles when the schema cache has been read. */
export async function createRestService(options: RestServiceOptions): Promise<Service> {
  const { sql, config, callers, logger } = options;
  const pool = createWirePoolOf(sql, 'beaconpay-data-api');
  const marker = randomBytes(16).toString('hex');
  const keeper = createSchemaCacheKeeper({
    sql,
    pool,
    exposedSchemas: config.schemas,
    extraSearchPath: config.extraSearchPath,
    logger,
  });
  let generation: Generation | null = null;

  function currentGeneration(): Generation {
    const cache = keeper.current;
    if (cache === null) throw failures.noSchemaCache();
    if (generation?.cache !== cache) {
      pool.forgetPrepared();
      generation = {
        cache,
        rules: {
          schemas: config.schemas,
          maxRows: maxRowsOf(config),
          timezones: cache.timezones,
          transactionOverride: config.txEnd === 'commit-allow-override',
        },
        context: {
          pool,
          cache,
          marker,
          searchPaths: searchPathsOf(config.schemas, config.extraSearchPath),
          maxRows: maxRowsOf(config),
          txEnd: config.txEnd,
        },
        shapes: new ShapeCache(MAX_REMEMBERED_SHAPES),
      };
    }
    return generation;
  }

  function compile(request: ParsedRequest, { cache, shapes }: Generation): CompiledRequest {
    const known = shapes.get(request.shape);
    if (known !== undefined) return known;
    const compiled = compileRequest(request, { cache, settings: config, marker });
    shapes.set(request.shape, compiled);
    return compiled;
  }

  async function answer(incoming: IncomingRequest, caller: Caller): Promise<Answer> {
    const now = currentGeneration();
    const request = parseRequest(incoming, now.rules);
    if (request.method === 'OPTIONS') return renderOptions(request, now.cache);
    if (request.target.kind === 'root') return renderRoot(incoming, request, caller, now.context);
    const compiled = compile(request, now);
    const result = await runRequest(incoming, request, compiled, caller, now.context);
    return renderResult(request, compiled, result);
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

  async function handle(context: Context<ServiceEnv>): Promise<Response> {
    try {
      const incoming = await readIncoming(
        context.req.raw,
        context.env as NodeBindings | undefined,
        options.bodyLimitBytes,
      );
      const apiKey = incoming.headers.apikey ?? incoming.apiKeyParameter;
      const caller = await callers
        .resolve(apiKey, incoming.headers.authorization)
        .catch((error: unknown) => {
          throw toAuthError(error);
        });
      return toResponse(context, await answer(incoming, caller));
    } catch (error) {
      return toResponse(context, explain(error, context.get('requestId')));
    }
  }

  const app = new Hono<ServiceEnv>();
  app.all('/*', handle);
  await keeper.ready();
  return {
    prefix: BASE_PATH,
    app,
    isReady: () =>
      Promise.resolve(keeper.current === null ? 'The schema cache was not read yet.' : null),
    close() {
      keeper.close();
      pool.close();
      return Promise.resolve();
    },
  };
}
