import { RestError } from '../errors.ts';
import type { BodyType } from '../request/payload.ts';
import {
  qualifiedName,
  type Parameter,
  type Routine,
  type SchemaCache,
} from '../schema-cache/schema-cache.ts';
import { findSimilarName } from '../similar-name.ts';

interface RoutineCall {
  readonly schema: string;
  readonly name: string;
  readonly argumentNames: readonly string[];
  /** Null for GET and HEAD. */
  readonly body: BodyType | null;
}

/** The types of a single unnamed parameter that accept a whole body. */
const WHOLE_BODY_TYPES: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  csv: [],
  form: [],
};

/** Whether the function has a single unnamed parameter, whose value is the body. */
export function hasUnnamedParameter({ parameters }: Routine): boolean {
  return parameters[0]?.name === '';
}

function takesWholeBody(routine: Routine, body: BodyType | null): boolean {
  const [parameter, another] = routine.parameters;
  return (
    body !== null &&
    parameter?.name === '' &&
    another === undefined &&
    WHOLE_BODY_TYPES[body].includes(parameter.type)
  );
}

function isRawBody(body: BodyType | null): boolean {
  return body === 'text' || body === 'xml' || body === 'bytes';
}

function matchesArguments(routine: Routine, call: RoutineCall): boolean {
  const given = new Set(call.argumentNames);
  const { parameters } = routine;
  if (parameters.length === 0) return given.size === 0 && !isRawBody(call.body);
  const known = new Set(parameters.map(({ name }) => name));
  return (
    parameters.every(({ name, required }) => !required || given.has(name)) &&
    [...given].every((name) => known.has(name))
  );
}

const listArguments = (names: readonly string[]) => names.join(', ');

function describeParameter({ name, type }: Parameter): string {
  return `${name} => ${type}`;
}

function ambiguous(routines: readonly Routine[]): RestError {
  const list = routines
    .map(
      ({ schema, name, parameters }) =>
        `${schema}.${name}(${parameters.map(describeParameter).join(', ')})`,
    )
    .join(', ');
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${list}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

function suggest(
  cache: SchemaCache,
  call: RoutineCall,
  overloads: readonly Routine[],
): string | null {
  const sorted = (names: readonly string[]) => `(${[...names].sort().join(', ')})`;
  if (overloads.length > 0) {
    const choices = overloads.map(({ parameters }) => sorted(parameters.map(({ name }) => name)));
    const parameters = findSimilarName(sorted(call.argumentNames), choices, 0.33);
    return (
      parameters &&
      `Perhaps you meant to call the function ${call.schema}.${call.name}${parameters}`
    );
  }
  const names = [...cache.routines.values()]
    .map(([first]) => first)
    .filter((routine) => routine?.schema === call.schema)
    .map((routine) => routine?.name ?? '');
  const name = findSimilarName(call.name, names, 0.75);
  return name && `Perhaps you meant to call the function ${call.schema}.${name}`;
}

function searchedFor(call: RoutineCall): string {
  const names = call.argumentNames;
  const withParameters =
    names.length === 0
      ? ' without parameters'
      : ` with parameter${names.length > 1 ? 's' : ''} ${listArguments(names)}`;
  switch (call.body) {
    case 'text':
      return ' with a single unnamed text parameter';
    case 'xml':
      return ' with a single unnamed xml parameter';
    case 'bytes':
      return ' with a single unnamed bytea parameter';
    case 'json':
      return `${withParameters} or with a single unnamed json/jsonb parameter`;
    case 'csv':
    case 'form':
    case null:
      return withParameters;
  }
}

function notFound(cache: SchemaCache, call: RoutineCall, overloads: readonly Routine[]): RestError {
  const qualified = `${call.schema}.${call.name}`;
  const raw = isRawBody(call.body);
  const names = call.argumentNames;
  const list = names.length === 0 ? ' without parameters' : `(${listArguments(names)})`;
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${qualified}${raw ? '' : list} in the schema cache`,
    {
      details: `Searched for the function ${qualified}${searchedFor(call)}, but no matches were found in the schema cache.`,
      hint: raw ? null : suggest(cache, call, overloads),
    },
  );
}

/**
 * Finds the function by its name and the names of its arguments.
 *
 * @throws RestError PGRST202 for none, PGRST203 for several
 */
export function findRoutine(cache: SchemaCache, call: RoutineCall): Routine {
  const overloads = cache.routines.get(qualifiedName(call.schema, call.name)) ?? [];
  const named = overloads.filter((routine) => matchesArguments(routine, call));
  const candidates =
    named.length > 0 ? named : overloads.filter((routine) => takesWholeBody(routine, call.body));
  const [first, second] = candidates;
  if (first === undefined) throw notFound(cache, call, overloads);
  if (second !== undefined) throw ambiguous(candidates);
  return first;
}
