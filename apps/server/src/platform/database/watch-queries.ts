import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { ObserveStatement } from './sql/sql.ts';
import type { WirePool } from './wire/wire-pool.ts';

interface QueryWatchOptions {
  /** Statements of at least this duration, with the wait for a connection, are logged; 0 for none. */
  readonly slowQueryMs: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Counts running statements and logs slow ones, with the names of their tables and never with values. */
export interface QueryWatch {
  statements(pool: string, maxConnections: number): ObserveStatement;
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
        logger.warn({ pool, statement: nameOf(), durationMs }, 'database: slow query');
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
    statements(pool, maxConnections) {
      registerSize(pool, maxConnections);
      const measure = createMeasure(pool);
      return (text, result) => measure(result, () => nameOfStatement(text));
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
