import { errors } from '../errors.ts';
import type { CallArguments } from '../plan/call-plan.ts';
import { findRoutine, hasUnnamedParameter } from '../plan/find-routine.ts';
import { negotiate } from '../plan/negotiate.ts';
import { isWhole, planRead, toReadRequest } from '../plan/plan-read.ts';
import type { PlannedRange } from '../plan/read-plan.ts';
import { parseColumnList } from '../request/parse-names.ts';
import type { Payload } from '../request/payload.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { Slot } from '../request/query-types.ts';
import type { Routine, SchemaCache } from '../schema-cache/schema-cache.ts';
import { callStatement } from '../sql/call-statement.ts';
import {
  checkPreferences,
  isSingle,
  maxAffectedOf,
  maxTimeMsOf,
  statementOptions,
  DEFAULTS,
  type CompileContext,
  type CompiledRequest,
} from './compiled-request.ts';

function textArguments(request: ParsedRequest): Map<string, Slot[]> {
  const slots = new Map<string, Slot[]>();
  for (const { name, slot } of request.query.arguments) {
    const known = slots.get(name);
    // A form may say one name a hundred thousand times: what is there is not copied for each.
    if (known === undefined) slots.set(name, [slot]);
    else known.push(slot);
  }
  return slots;
}

/** Which members of the body are arguments. */
function payloadNames({ query }: ParsedRequest, { keys }: Payload): readonly string[] {
  return query.columns === null ? keys : parseColumnList(query.columns, 'columns');
}

function callArguments(request: ParsedRequest, routine: Routine): CallArguments {
  const { payload, payloadSlot } = request;
  if (payload === null || payloadSlot === null) {
    const slots = textArguments(request);
    return slots.size === 0 ? { kind: 'none' } : { kind: 'texts', slots };
  }
  if (hasUnnamedParameter(routine)) return { kind: 'body', slot: payloadSlot };
  const names = payloadNames(request, payload);
  if (names.length === 0) return { kind: 'none' };
  // Of a list of objects the first one names the arguments.
  const isList = payload.form !== 'object';
  return { kind: 'json', slot: payloadSlot, names, isList };
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
  const { schema, bodyType: body } = request;
  return findRoutine(cache, { schema, name, argumentNames, body });
}

/** A call of a function. */
export function compileCall(
  request: ParsedRequest,
  name: string,
  context: CompileContext,
): CompiledRequest {
  const routine = routineOf(request, name, context.cache);
  const asked = toReadRequest(request.query, request.ranges);
  const { result } = routine;
  const plan = result === null ? null : planRead(context, result, asked, { expandStar: true });
  // Rows are of the relation that the function returns, any other value is the function's own.
  const { schema, name: answeredName } = result ?? routine;
  const answered = { schema, name: answeredName, isWhole: isWhole(asked) };
  const answer = negotiate(request.accept, answered, context);
  checkPreferences(request);
  const maxAffected = maxAffectedOf(request);
  if (maxAffected !== null && !routine.returnsSet) throw errors.maxAffectedRpc();
  const readOnly = request.method !== 'POST' || routine.volatility !== 'volatile';
  const single = isSingle(answer);
  const guards = { single: single && !readOnly, maxAffected, put: false };
  const withBody = request.method !== 'HEAD' || answer.kind === 'plan';
  const options = statementOptions(request, context, answer, guards, withBody);
  const called = { routine, arguments: callArguments(request, routine) };
  const statement = callStatement({ ...called, read: plan ?? topRange(request) }, options);
  return {
    ...DEFAULTS,
    action: 'call',
    statementFor: () => statement,
    readOnly,
    answer,
    name,
    single: single && readOnly,
    returnsVoid: routine.returns === 'void',
    statementTimeout: routine.statementTimeout,
    isolation: routine.isolation,
    maxTimeMs: maxTimeMsOf(request),
  };
}
