import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { Sql } from './connection.ts';
import type { WirePool } from './wire/wire-pool.ts';

interface QueryWatchOptions {
  /** From which on a statement is logged as slow, its wait for a connection included; 0 for never. */
  readonly slowQueryMs: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Counts statements under way and logs slow ones, by what they touch and never by their values. */
interface QueryWatch {
  driver(sql: Sql, pool: string): Sql;
  batches(wire: WirePool, pool: string): WirePool;
}

/** What stands as `schema.name` after these words is in the catalogue: nobody's data. */
const TOUCHED = /\b(?:from|join|into|update)\s+("?[\w$]+"?\."?[\w$]+"?)/gi;

/** A statement's kind and what it touches, such as `select auth.users, auth.sessions`. */
function nameOfStatement(text: string): string {
  const kind = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const touched = [...text.matchAll(TOUCHED)].map(([, name = '']) => name.replaceAll('"', ''));
  return [kind, [...new Set(touched)].join(', ')].join(' ').trim();
}

type Measure = (work: PromiseLike<unknown>, nameOf: () => string) => void;

/** Measures from the first wait for the answer on, for that is when the driver sends a query. */
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

/** The same `sql`, with every query of it and of its transactions measured. */
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
    let underWay = 0;
    metrics.gauge({
      name: 'beaconpay_database_statements',
      help: 'Statements sent or waiting for a connection, by pool.',
      labels: { pool },
      read: () => underWay,
    });
    return (work, nameOf) => {
      const startedAtMs = performance.now();
      underWay += 1;
      const finish = (): void => {
        underWay -= 1;
        const durationMs = Math.round(performance.now() - startedAtMs);
        if (slowQueryMs === 0 || durationMs < slowQueryMs) return;
        logger.warn({ pool, statement: nameOf(), durationMs }, 'slow query');
      };
      work.then(finish, finish);
    };
  }

  function tellSize(pool: string, size: number): void {
    metrics.gauge({
      name: 'beaconpay_database_pool_size',
      help: 'Connections that a pool may open.',
      labels: { pool },
      read: () => size,
    });
  }

  return {
    driver(sql, pool) {
      tellSize(pool, sql.options.max);
      return watchDriver(sql, createMeasure(pool));
    },
    batches(wire, pool) {
      const measure = createMeasure(pool);
      return {
        ...wire,
        run(statements, options) {
          const running = wire.run(statements, options);
          measure(running, () => statements.map(({ text }) => nameOfStatement(text)).join('; '));
          return running;
        },
      };
    },
  };
}
