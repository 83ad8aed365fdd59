import { errors } from '../errors.ts';
import { parseColumnList } from '../request/parse-names.ts';
import type { Payload } from '../request/payload.ts';
import type { Slot } from '../request/query-types.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import type { Routine, SchemaCache } from '../schema-cache/schema-cache.ts';
import type { CallArguments } from './call-plan.ts';
import { isSingle, maxAffectedOf, planCommon } from './common-plan.ts';
import { findRoutine, hasUnnamedParameter } from './find-routine.ts';
import { planRead } from './plan-read.ts';
import type { PlanContext, PlannedRange } from './read-plan.ts';
import { toReadQuery } from './read-query.ts';
import type { RoutineCallPlan } from './request-plan.ts';

/** The keys of the body that are arguments. */
function payloadNames({ query }: ParsedRequest, { keys }: Payload): readonly string[] {
  return query.columns === null ? keys : parseColumnList(query.columns, 'columns');
}

function callArguments(request: ParsedRequest, routine: Routine): CallArguments {
  const { payload, payloadSlot, query } = request;
  if (payload === null || payloadSlot === null) {
    if (query.arguments.length === 0) return { kind: 'none' };
    const slots = new Map<string, Slot[]>();
    for (const { name, slot } of query.arguments) {
      const nameSlots = slots.get(name);
      // Appends in place: a form may repeat a name a hundred thousand times.
      if (nameSlots === undefined) slots.set(name, [slot]);
      else nameSlots.push(slot);
    }
    return { kind: 'texts', slots };
  }
  if (hasUnnamedParameter(routine)) return { kind: 'body', slot: payloadSlot };
  const names = payloadNames(request, payload);
  if (names.length === 0) return { kind: 'none' };
  return { kind: 'json', slot: payloadSlot, names, isList: payload.form !== 'object' };
}

/** The range of a function that returns plain values. */
function topRange({ ranges }: ParsedRequest): PlannedRange {
  return ranges.find(({ path }) => path === '') ?? { limit: null, offset: null };
}

function routineOf(request: ParsedRequest, name: string, cache: SchemaCache): Routine {
  const { schema, bodyType: body, payload, query } = request;
  const argumentNames =
    payload === null
      ? [...new Set(query.arguments.map((argument) => argument.name))]
      : payloadNames(request, payload);
  return findRoutine(cache, { schema, name, argumentNames, body });
}

/** @throws RestError */
export function planCall(
  request: ParsedRequest,
  name: string,
  context: PlanContext,
): RoutineCallPlan {
  const routine = routineOf(request, name, context.cache);
  const query = toReadQuery(request.query, request.ranges);
  const { result } = routine;
  const read = result === null ? null : planRead(context, result, query, { expandStar: true });
  const common = planCommon(request, result ?? routine, query, context);
  const maxAffected = maxAffectedOf(request);
  if (maxAffected !== null && !routine.returnsSet) throw errors.maxAffectedRpc();
  const readOnly = request.method !== 'POST' || routine.volatility !== 'volatile';
  const single = isSingle(common.mediaType);
  return {
    ...common,
    kind: 'call',
    name,
    call: { routine, arguments: callArguments(request, routine), read: read ?? topRange(request) },
    readOnly,
    guards: { single: single && !readOnly, maxAffected, put: false },
    single: single && readOnly,
  };
}
