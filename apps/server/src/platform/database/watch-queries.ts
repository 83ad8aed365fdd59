import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { Sql } from './connection.ts';
import type { WirePool } from './wire/wire-pool.ts';

interface QueryWatchOptions {
  /** Statements of at least this duration, with the wait for a connection, are logged; 0 for none. */
  readonly slowQueryMs: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Counts running statements and logs slow ones, with the names of their tables and never with values. */
export interface QueryWatch {
  driver(sql: Sql, pool: string): Sql;
  batches(wire: WirePool, pool: string): WirePool;
}

/** Names such as `schema.name` after these keywords are names of tables, and no personal data. */
const TABLE_NAMES = /\b(?:from|join|into|update)\s+("?[\w$]+"?\."?[\w$]+"?)/gi;

/** The kind of a statement and its tables, such as `select auth.users, auth.sessions`. */
function nameOfStatement(text: string): string {
  const kind = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const tables = [...text.matchAll(TABLE_NAMES)].map(([, name = '']) => name.replaceAll('"', ''));
  return [kind, [...new Set(tables)].join(', ')].join(' ').trim();
}

type Measure = (work: PromiseLike<unknown>, nameOf: () => string) => void;

/** Measures from the first `then`, because the driver sends a query at that moment. */
function measureQuery(query: unknown, text: string, measure: Measure): unknown {
  if (!(query instanceof Promise)) return query;
  const waitFor = query.then.bind(query) as Promise<unknown>['then'];
  let measured = false;
  return Object.assign(query, {
    then: ((onValue, onError) => {
      if (!measured) {
        measured = true;
        measure({ then: waitFor }, () => nameOfStatement(text));
      }
      return waitFor(onValue, onError);
    }) as Promise<unknown>['then'],
  });
}

type AnyFunction = (...parameters: unknown[]) => unknown;

/** Measures all queries of `sql` and of its transactions. */
function watchDriver<S extends object>(sql: S, measure: Measure): S {
  const watchCallback = (work: unknown): unknown =>
    typeof work === 'function'
      ? (inner: object) => (work as AnyFunction)(watchDriver(inner, measure))
      : work;
  return new Proxy(sql, {
    apply(target, _self, parameters: unknown[]) {
      const made = (target as AnyFunction)(...parameters);
      const [template] = parameters;
      const isTemplate = Array.isArray(template) && 'raw' in template;
      return isTemplate ? measureQuery(made, template.join(' '), measure) : made;
    },
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'begin' || name === 'savepoint') {
        return (...parameters: unknown[]) =>
          (member as AnyFunction)(...parameters.map(watchCallback));
      }
      if (name === 'unsafe') {
        return (text: string, ...rest: unknown[]) =>
          measureQuery((member as AnyFunction)(text, ...rest), text, measure);
      }
      return member;
    },
  });
}

export function createQueryWatch({ slowQueryMs, logger, metrics }: QueryWatchOptions): QueryWatch {
  function createMeasure(pool: string): Measure {
    let running = 0;
    metrics.gauge({
      name: 'backend_database_statements',
      help: 'Statements sent or waiting for a connection, by pool.',
      labels: { pool },
      read: () => running,
    });
    return (work, nameOf) => {
      const startedAtMs = performance.now();
      running += 1;
      const finish = (): void => {
        running -= 1;
        const durationMs = Math.round(performance.now() - startedAtMs);
        if (slowQueryMs === 0 || durationMs < slowQueryMs) return;
        logger.warn({ pool, statement: nameOf(), durationMs }, 'slow query');
      };
      work.then(finish, finish);
    };
  }

  function registerSize(pool: string, size: number): void {
    metrics.gauge({
      name: 'backend_database_pool_size',
      help: 'Connections that a pool may open.',
      labels: { pool },
      read: () => size,
    });
  }

  return {
    driver(sql, pool) {
      registerSize(pool, sql.options.max);
      return watchDriver(sql, createMeasure(pool));
    },
    batches(wire, pool) {
      const measure = createMeasure(pool);
      return {
        ...wire,
        run(statements, options) {
          const result = wire.run(statements, options);
          measure(result, () => statements.map(({ text }) => nameOfStatement(text)).join('; '));
          return result;
        },
      };
    },
  };
}
