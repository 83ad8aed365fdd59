import { errors } from '../errors.ts';
import type { ParsedRequest } from '../request/request.ts';
import { plannedCountStatement } from '../sql/read-statement.ts';
import { compileCall } from './compile-call.ts';
import { compileMutation } from './compile-mutation.ts';
import { readStatements } from './read-statements.ts';
import {
  checkPreferences,
  findRelation,
  isSingle,
  maxTimeMsOf,
  NO_GUARDS,
  statementOptions,
  DEFAULTS,
  type CompileContext,
  type CompiledRequest,
} from './compiled-request.ts';
import { negotiate } from '../plan/negotiate.ts';
import { isWhole, planRead, toReadRequest } from '../plan/plan-read.ts';
import { compileDescription } from './compile-description.ts';

function compileRead(
  request: ParsedRequest,
  name: string,
  context: CompileContext,
): CompiledRequest {
  const relation = findRelation(context.cache, request.schema, name);
  const asked = toReadRequest(request.query, request.ranges);
  const plan = planRead(context, relation, asked, { expandStar: false });
  const answered = { schema: relation.schema, name, isWhole: isWhole(asked) };
  const answer = negotiate(request.accept, answered, context);
  checkPreferences(request);
  const withBody = request.method !== 'HEAD' || answer.kind === 'plan';
  const { count } = request.preferences;
  const options = statementOptions(request, context, answer, NO_GUARDS, withBody);
  return {
    ...DEFAULTS,
    action: 'read',
    statementFor: readStatements(plan, options),
    plannedCount: count === 'planned' || count === 'estimated' ? plannedCountStatement(plan) : null,
    readOnly: true,
    answer,
    name,
    single: isSingle(answer),
    maxTimeMs: maxTimeMsOf(request),
  };
}

/**
 * The second and third step: checks a request's names against the schema cache
 * and writes its statement. Pure, and the same for every request of one shape.
 */
export function compileRequest(request: ParsedRequest, context: CompileContext): CompiledRequest {
  const { target, method } = request;
  if (target.kind === 'root') return compileDescription(request);
  if (target.kind === 'routine') return compileCall(request, target.name, context);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return compileRead(request, target.name, context);
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return compileMutation(request, method, target.name, context);
    case 'OPTIONS':
      throw errors.method(method);
  }
}
