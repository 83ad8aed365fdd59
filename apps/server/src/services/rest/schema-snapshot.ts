import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import { compileRequest } from './compile/compile-request.ts';
import type { CompiledRequest } from './compile/compiled-request.ts';
import { PlanCache } from './plan-cache.ts';
import type { ParsedRequest, RequestRules } from './request/request.ts';
import { preRequestOf, searchPathsOf, type RunContext } from './run/run-request.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import type { RestSettings } from './settings.ts';

const MAX_CACHED_PLANS = 1_000;

/** A schema cache with everything derived from it, such as the plans of requests. */
export interface SchemaSnapshot {
  readonly cache: SchemaCache;
  readonly rules: RequestRules;
  readonly context: RunContext;
  /** @throws RestError for names that the schema does not have */
  compile(request: ParsedRequest): CompiledRequest;
}

interface SnapshotOptions {
  readonly config: RestSettings;
  readonly pool: WirePool;
  readonly marker: string;
}

function createSnapshot(cache: SchemaCache, options: SnapshotOptions): SchemaSnapshot {
  const { config, pool, marker } = options;
  const plans = new PlanCache<CompiledRequest>(MAX_CACHED_PLANS);
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
      const cached = plans.get(request.shape);
      if (cached !== undefined) return cached;
      const compiled = compileRequest(request, { cache, settings: config, marker });
      plans.set(request.shape, compiled);
      return compiled;
    },
  };
}

/** Returns the snapshot of a schema cache, and creates it when the schema cache is new. */
export function createSnapshots(options: SnapshotOptions) {
  let current: SchemaSnapshot | null = null;
  return {
    of(cache: SchemaCache): SchemaSnapshot {
      if (current?.cache !== cache) {
        options.pool.forgetPrepared();
        current = createSnapshot(cache, options);
      }
      return current;
    },
  };
}
