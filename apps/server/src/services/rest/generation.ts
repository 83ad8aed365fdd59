import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import { compileRequest } from './compile/compile-request.ts';
import type { CompiledRequest } from './compile/compiled-request.ts';
import type { ParsedRequest, RequestRules } from './request/request.ts';
import { preRequestOf, searchPathsOf, type RunContext } from './run/run-request.ts';
import type { SchemaCache } from './schema-cache/types.ts';
import type { RestSettings } from './settings.ts';
import { ShapeCache } from './shape-cache.ts';

const MAX_REMEMBERED_SHAPES = 1_000;

/** Everything that is made for one schema cache and thrown away with it. */
export interface Generation {
  readonly cache: SchemaCache;
  readonly rules: RequestRules;
  readonly context: RunContext;
  /** @throws RestError whatever a request names that the schema does not have */
  compile(request: ParsedRequest): CompiledRequest;
}

interface GenerationOptions {
  readonly config: RestSettings;
  readonly pool: WirePool;
  readonly marker: string;
}

function createGeneration(cache: SchemaCache, options: GenerationOptions): Generation {
  const { config, pool, marker } = options;
  const shapes = new ShapeCache<CompiledRequest>(MAX_REMEMBERED_SHAPES);
  const { maxRows } = config;
  return {
    cache,
    rules: {
      schemas: config.schemas,
      maxRows,
      timezones: cache.timezones,
      transactionOverride: config.txEnd === 'commit-allow-override',
    },
    context: {
      pool,
      cache,
      marker,
      searchPaths: searchPathsOf(config.schemas, config.extraSearchPath),
      preRequest: preRequestOf(config.preRequest),
      maxRows,
      maxBytes: config.maxResponseBytes,
      txEnd: config.txEnd,
    },
    compile(request) {
      const known = shapes.get(request.shape);
      if (known !== undefined) return known;
      const compiled = compileRequest(request, { cache, settings: config, marker });
      shapes.set(request.shape, compiled);
      return compiled;
    },
  };
}

/** Keeps what was made for the newest schema cache. */
export function createGenerations(options: GenerationOptions) {
  let current: Generation | null = null;
  return {
    of(cache: SchemaCache): Generation {
      if (current?.cache !== cache) {
        options.pool.forgetPrepared();
        current = createGeneration(cache, options);
      }
      return current;
    },
  };
}
