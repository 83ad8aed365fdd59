import { negotiateRoot } from '../plan/negotiate.ts';
import type { ParsedRequest } from '../request/request.ts';
import { descriptionStatement } from '../sql/description-statement.ts';
import { DEFAULTS, type CompiledRequest } from './compiled-request.ts';

/** The root: what of a schema the caller's role may use. */
export function compileDescription(request: ParsedRequest): CompiledRequest {
  const statement = descriptionStatement(request.schema);
  return {
    ...DEFAULTS,
    action: 'describe',
    statementFor: () => statement,
    readOnly: true,
    answer: negotiateRoot(request.accept),
    name: '',
    maxTimeMs: null,
  };
}
