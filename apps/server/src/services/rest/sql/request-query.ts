import type { RequestPlan } from '../plan/request-plan.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import { callStatement } from './call-statement.ts';
import { descriptionStatement } from './description-statement.ts';
import { mutationStatement } from './mutation-statement.ts';
import { plannedCountStatement } from './read-statement.ts';
import type { Statement, StatementOptions } from './statement.ts';
import { valueStatements } from './value-statements.ts';

export interface SqlSettings {
  /** See `Guards.marker`. */
  readonly marker: string;
  /** The maximum number of rows in a response; null for no limit. */
  readonly maxRows: number | null;
  /** The maximum size of a response body; null for no limit. */
  readonly maxBytes: number | null;
}

/** The SQL of a plan. */
export interface RequestQuery {
  /** The statement for a request with these values. */
  readonly statementFor: (values: ParsedRequest['values']) => Statement;
  /** Reads the planner's estimate of the total, if the request asks for it. */
  readonly plannedCount: Statement | null;
}

function single(statement: Statement): RequestQuery {
  return { statementFor: () => statement, plannedCount: null };
}

export function toQuery(plan: RequestPlan, settings: SqlSettings): RequestQuery {
  const { mediaType, count, withBody, guards } = plan;
  const { marker, ...limits } = settings;
  const options: StatementOptions = {
    mediaType,
    count,
    withBody,
    guards: { ...guards, marker },
    ...limits,
  };
  switch (plan.kind) {
    case 'description':
      return single(descriptionStatement(plan.schema));
    case 'read': {
      const isEstimated = count === 'planned' || count === 'estimated';
      return {
        statementFor: valueStatements(plan.read, options),
        plannedCount: isEstimated ? plannedCountStatement(plan.read) : null,
      };
    }
    case 'mutation': {
      const { mutation, read, withLocation } = plan;
      return single(mutationStatement(mutation, read, { ...options, withLocation }));
    }
    case 'call':
      return single(callStatement(plan.call, options));
  }
}
