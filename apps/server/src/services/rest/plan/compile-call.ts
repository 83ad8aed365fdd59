import { failures } from '../errors.ts';
import { parseColumnList } from '../request/parse-names.ts';
import type { Payload } from '../request/payload.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { Slot } from '../request/types.ts';
import type { Routine, SchemaCache } from '../schema-cache/types.ts';
import type { CallArguments } from '../sql/call.ts';
import { callStatement } from '../sql/statement.ts';
import {
  checkPreferences,
  isSingle,
  maxAffectedOf,
  statementOptions,
  type CompileContext,
  type CompiledRequest,
} from './compiled-request.ts';
import { findRoutine, takesWholeBody } from './find-routine.ts';
import { negotiate } from './negotiate.ts';
import { planRead, toReadRequest } from './read-plan.ts';
import type { PlannedRange, ReadPlan } from './types.ts';

function textArguments(request: ParsedRequest): Map<string, Slot[]> {
  const slots = new Map<string, Slot[]>();
  for (const { name, slot } of request.query.arguments) {
    slots.set(name, [...(slots.get(name) ?? []), slot]);
  }
  return slots;
}

/** Which members of the body are arguments. */
function payloadNames({ query }: ParsedRequest, { keys }: Payload): readonly string[] {
  return query.columns === null ? keys : parseColumnList(query.columns, 'columns');
}

function callArguments(request: ParsedRequest, routine: Routine): CallArguments {
  const { payload, payloadSlot, bodyType } = request;
  if (payload === null || payloadSlot === null) {
    const slots = textArguments(request);
    return slots.size === 0 ? { kind: 'none' } : { kind: 'texts', slots };
  }
  if (takesWholeBody(routine, bodyType)) return { kind: 'body', slot: payloadSlot };
  const names = payloadNames(request, payload);
  if (names.length === 0) return { kind: 'none' };
  // Of a list of objects the first one names the arguments.
  const isList = payload.form !== 'object';
  return { kind: 'json', slot: payloadSlot, names, isList };
}

function planResult(
  request: ParsedRequest,
  routine: Routine,
  context: CompileContext,
): ReadPlan | null {
  if (routine.result === null) return null;
  return planRead(context.cache, routine.result, toReadRequest(request.query, request.ranges), {
    aggregatesEnabled: context.settings.aggregatesEnabled,
    expandStar: true,
  });
}

/** What part of the values is asked for, of a function that returns no rows with columns. */
function topRange({ ranges }: ParsedRequest): PlannedRange {
  return ranges.find(({ path }) => path === '') ?? { limit: null, offset: null };
}

/** The function that a request calls. */
function routineOf(request: ParsedRequest, name: string, cache: SchemaCache): Routine {
  const argumentNames =
    request.payload === null
      ? [...new Set(request.query.arguments.map((argument) => argument.name))]
      : payloadNames(request, request.payload);
  const body = request.payload === null ? null : request.bodyType;
  return findRoutine(cache, { schema: request.schema, name, argumentNames, body });
}

/** A call of a function. */
export function compileCall(
  request: ParsedRequest,
  name: string,
  context: CompileContext,
): CompiledRequest {
  const routine = routineOf(request, name, context.cache);
  const plan = planResult(request, routine, context);
  const answer = negotiate(request.accept, context.settings.planEnabled);
  checkPreferences(request);
  const maxAffected = maxAffectedOf(request);
  if (maxAffected !== null && !routine.returnsSet) throw failures.maxAffectedRpc();
  const readOnly = request.method !== 'POST' || routine.volatility !== 'volatile';
  const single = isSingle(answer);
  const guards = { single: single && !readOnly, maxAffected, put: false };
  const withBody = request.method !== 'HEAD' || answer.kind === 'plan';
  const options = statementOptions(request, context, answer, guards, withBody);
  return {
    action: 'call',
    statement: callStatement(
      routine,
      callArguments(request, routine),
      plan ?? topRange(request),
      options,
    ),
    plannedCount: null,
    readOnly,
    answer,
    name,
    single: single && readOnly,
    hasConflictKey: false,
    returnsVoid: routine.returns === 'void',
    statementTimeout: routine.statementTimeout,
  };
}
