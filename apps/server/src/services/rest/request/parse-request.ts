import { isUtf8 } from 'node:buffer';
import { errors } from '../errors.ts';
import {
  bodyTypeOf,
  readCallPayload,
  readRowsPayload,
  type BodyType,
  type Payload,
} from './payload.ts';
import { parsePreferences, type PreferenceRules, type Preferences } from './preferences.ts';
import { addRanges, NO_RANGE, rangeOfHeader, type SlotRange } from './row-ranges.ts';
import { splitParameters, splitQuery, type QueryParts } from './query-string.ts';
import { ValueList, type Slot } from './query-types.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string };

/** An HTTP request with its body. */
export interface IncomingRequest {
  readonly method: string;
  /** Relative to the mount point, percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** A parsed request. Its names are not checked against the schema yet. */
export interface ParsedRequest {
  readonly method: Method;
  readonly target: Target;
  readonly schema: string;
  /** Whether the response has a `Content-Profile` header. */
  readonly sendsProfile: boolean;
  readonly accept: string | undefined;
  readonly preferences: Preferences;
  readonly query: QueryParts;
  readonly payload: Payload | null;
  readonly payloadSlot: Slot | null;
  readonly bodyType: BodyType | null;
  readonly ranges: readonly SlotRange[];
  readonly topOffset: number;
  /** The values by slot. */
  readonly values: readonly (string | null)[];
  /** Equal for requests that share a plan. */
  readonly shape: string;
}

export interface RequestRules extends PreferenceRules {
  readonly schemas: readonly string[];
  /** The maximum number of rows in a response; null for no limit. */
  readonly maxRows: number | null;
}

const METHODS: Readonly<Record<Target['kind'], readonly Method[]>> = {
  root: ['GET', 'HEAD', 'OPTIONS'],
  relation: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  routine: ['GET', 'HEAD', 'POST', 'OPTIONS'],
};

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw errors.path();
  }
}

/** @throws RestError PGRST125 */
function parseTarget(path: string): Target {
  const segments = path.split('/').slice(1);
  // An empty segment, such as after a trailing slash, is not a name.
  if (segments.length > 1 && segments.includes('')) throw errors.path();
  const [first = '', second, third] = segments.map(decodeSegment);
  if (first === '') return { kind: 'root' };
  if (first === 'rpc' && second !== undefined && third === undefined) {
    return { kind: 'routine', name: second };
  }
  if (second !== undefined) throw errors.path();
  return { kind: 'relation', name: first };
}

function checkMethod(method: string, { kind }: Target): Method {
  const found = METHODS[kind].find((name) => name === method);
  if (found !== undefined) return found;
  throw kind === 'routine' ? errors.rpcMethod(method) : errors.method(method);
}

function isRead(method: Method): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** @throws RestError PGRST106 */
function chooseSchema(
  method: Method,
  headers: IncomingRequest['headers'],
  schemas: readonly string[],
): { schema: string; sendsProfile: boolean } {
  const profile = headers[isRead(method) ? 'accept-profile' : 'content-profile'];
  if (profile !== undefined) {
    if (!schemas.includes(profile)) throw errors.unacceptableSchema(profile, schemas);
    return { schema: profile, sendsProfile: true };
  }
  return { schema: schemas[0] ?? 'public', sendsProfile: schemas.length !== 1 };
}

function readPayload(
  incoming: IncomingRequest,
  method: Method,
  target: Target,
  bodyType: BodyType | null,
  hasColumns: boolean,
): Payload | null {
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (!takesBody) return null;
  const bytes = incoming.body ?? Buffer.alloc(0);
  if (bodyType !== 'bytes' && !isUtf8(bytes)) throw errors.invalidJson();
  const text = bodyType === 'bytes' ? `\\x${bytes.toString('hex')}` : bytes.toString('utf8');
  return target.kind === 'routine'
    ? readCallPayload(text, bodyType)
    : readRowsPayload(text, bodyType, hasColumns);
}

/** The fields of a form body are arguments. */
function readFormArguments({ body }: IncomingRequest, values: ValueList): QueryParts['arguments'] {
  const text = body?.toString('utf8') ?? '';
  return splitParameters(text).map(([name, value]) => ({ name, slot: values.add(value) }));
}

function payloadShape(payload: Payload | null, hasColumns: boolean): string {
  if (payload === null) return '';
  const keys = hasColumns ? '' : JSON.stringify(payload.keys);
  return `${payload.form} ${payload.empty} ${keys}`;
}

/**
 * Parses a request without the schema cache and the database.
 *
 * @throws RestError PGRST1xx
 */
export function parseRequest(incoming: IncomingRequest, rules: RequestRules): ParsedRequest {
  const { headers } = incoming;
  const target = parseTarget(incoming.path);
  const method = checkMethod(incoming.method, target);
  const { schema, sendsProfile } = chooseSchema(method, headers, rules.schemas);
  const preferences = parsePreferences(headers.prefer, rules);
  const values = new ValueList();
  const callByQuery = target.kind === 'routine' && isRead(method);
  const query = splitQuery(incoming.query, values, callByQuery);
  const bodyType =
    isRead(method) || method === 'DELETE' ? null : bodyTypeOf(headers['content-type']);
  const hasColumns = query.columns !== null && target.kind === 'relation';
  const isForm = target.kind === 'routine' && bodyType === 'form';
  const payload = isForm ? null : readPayload(incoming, method, target, bodyType, hasColumns);
  const formArguments = isForm ? readFormArguments(incoming, values) : null;
  const payloadSlot = payload === null ? null : values.add(payload.text);
  const header = method === 'GET' ? rangeOfHeader(headers.range) : NO_RANGE;
  const { ranges, top } = addRanges(query, header, rules.maxRows, values);
  const shape = [
    method,
    target.kind,
    target.kind === 'root' ? '' : target.name,
    `${schema} ${sendsProfile}`,
    headers.accept ?? '',
    headers.prefer ?? '',
    `${bodyType} ${top.limit === null} ${top.offset === 0}`,
    payloadShape(payload, hasColumns),
    formArguments === null ? '' : JSON.stringify(formArguments.map(({ name }) => name)),
    query.shape,
  ].join('\0');
  return {
    method,
    target,
    schema,
    sendsProfile,
    accept: headers.accept,
    preferences,
    query: formArguments === null ? query : { ...query, arguments: formArguments },
    payload,
    payloadSlot,
    bodyType,
    ranges,
    topOffset: top.offset,
    values: values.list,
    shape,
  };
}
