import { errors } from '../errors.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import { isSingle, NO_GUARDS, planCommon } from './common-plan.ts';
import { findRelation } from './find-relation.ts';
import { negotiateRoot } from './negotiate.ts';
import { planCall } from './plan-call.ts';
import { planMutation } from './plan-mutation.ts';
import { planRead } from './plan-read.ts';
import type { PlanContext } from './read-plan.ts';
import { toReadQuery } from './read-query.ts';
import type { DescriptionPlan, RelationReadPlan, RequestPlan } from './request-plan.ts';

function planDescription(request: ParsedRequest): DescriptionPlan {
  return {
    kind: 'description',
    name: '',
    schema: request.schema,
    mediaType: negotiateRoot(request.accept),
    withBody: true,
    count: null,
    readOnly: true,
    guards: NO_GUARDS,
    single: false,
    maxTimeMs: null,
  };
}

function planRelationRead(
  request: ParsedRequest,
  name: string,
  context: PlanContext,
): RelationReadPlan {
  const relation = findRelation(context.cache, request.schema, name);
  const query = toReadQuery(request.query, request.ranges);
  const read = planRead(context, relation, query, { expandStar: false });
  const common = planCommon(request, relation, query, context);
  const single = isSingle(common.mediaType);
  return { ...common, kind: 'read', name, read, readOnly: true, single };
}

/**
 * Checks the names of a request against the schema cache.
 *
 * @throws RestError
 */
export function planRequest(request: ParsedRequest, context: PlanContext): RequestPlan {
  const { target, method } = request;
  if (target.kind === 'root') return planDescription(request);
  if (target.kind === 'routine') return planCall(request, target.name, context);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return planRelationRead(request, target.name, context);
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return planMutation(request, method, target.name, context);
    case 'OPTIONS':
      throw errors.method(method);
  }
}
