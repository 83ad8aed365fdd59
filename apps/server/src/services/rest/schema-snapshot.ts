import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import { createPlanCache, type PlanCache } from './plan-cache.ts';
import type { PlanContext } from './plan/read-plan.ts';
import type { RequestPlan } from './plan/request-plan.ts';
import type { RequestRules } from './request/parse-request.ts';
import { createRunContext, type RunContext } from './run/run-context.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import type { RestSettings } from './settings.ts';
import type { RequestQuery } from './sql/request-query.ts';

const MAX_CACHED_PLANS = 1_000;

/** A schema cache with everything derived from it. */
export interface SchemaSnapshot {
  readonly cache: SchemaCache;
  readonly rules: RequestRules;
  readonly planContext: PlanContext;
  readonly runContext: RunContext;
  readonly plans: PlanCache<{ readonly plan: RequestPlan; readonly query: RequestQuery }>;
}

interface SnapshotOptions {
  readonly settings: RestSettings;
  readonly pool: WirePool;
  readonly marker: string;
}

/** Returns a function that creates one snapshot for each schema cache. */
export function createSnapshots({ settings, pool, marker }: SnapshotOptions) {
  let current: SchemaSnapshot | null = null;
  return (cache: SchemaCache): SchemaSnapshot => {
    if (current?.cache === cache) return current;
    // Prepared statements may depend on the old schema.
    pool.forgetPrepared();
    current = {
      cache,
      rules: {
        schemas: settings.schemas,
        maxRows: settings.maxRows,
        timezones: cache.timezones,
        transactionOverride: settings.txEnd === 'commit-allow-override',
      },
      planContext: { cache, settings },
      runContext: createRunContext(pool, cache, settings, marker),
      plans: createPlanCache(MAX_CACHED_PLANS),
    };
    return current;
  };
}
