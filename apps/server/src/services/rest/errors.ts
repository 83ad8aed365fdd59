/** The JSON body of every error response. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
}

interface RestErrorOptions {
  /** The reason phrase of the status line. The default is the standard phrase of the status. */
  readonly statusText?: string | undefined;
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error with its HTTP response: status, body and headers. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusText: string | null;

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.headers = options.headers ?? {};
    this.statusText = options.statusText ?? null;
    this.body = {
      code,
      message,
      details: options.details ?? null,
      hint: options.hint ?? null,
    };
  }
}

/**
 * The errors that the API itself detects. Codes, statuses and texts are PostgREST's, because clients
 * match on them.
 */
export const errors = {
  connection: (cause?: unknown) =>
    new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
      cause,
    }),
  databaseClient: (cause?: unknown) =>
    new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', { cause }),
  noSchemaCache: () =>
    new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.'),
  poolTimeout: (cause?: unknown) =>
    new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
      cause,
    }),

  unparsable: (message: string, details: string) =>
    new RestError(400, 'PGRST100', message, { details }),
  rpcMethod: (method: string) =>
    new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  invalidBody: (message: string) => new RestError(400, 'PGRST102', message),
  differentKeys: () => new RestError(400, 'PGRST102', 'All object keys must match'),
  invalidJson: () => new RestError(400, 'PGRST102', 'Empty or invalid json'),
  unreadableBody: () => new RestError(400, 'PGRST102', 'Content-Type not acceptable'),
  bodyTooLarge: (limitBytes: number) =>
    new RestError(413, 'PGRST102', 'Request body is too large', {
      details: `The body may have at most ${limitBytes} bytes.`,
      // The rest of the body is not read, so the connection cannot be reused.
      headers: { Connection: 'close' },
    }),
  range: (details: string, total: number | null = null) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details,
      headers: total === null ? {} : { 'Content-Range': `*/${total}` },
    }),
  putFilters: () =>
    new RestError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  unacceptableSchema: (schema: string, exposed: readonly string[]) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accepted: readonly string[]) =>
    new RestError(
      406,
      'PGRST107',
      `None of these media types are available: ${accepted.join(', ')}`,
    ),
  notEmbedded: (resource: string) =>
    new RestError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
      hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
    }),
  gucHeaders: () =>
    new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  gucStatus: () =>
    new RestError(500, 'PGRST112', 'response.status guc must be a valid status code'),
  putLimit: () =>
    new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putPayload: () =>
    new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingular: (rows: number | string) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedFilter: (target: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  raisedJson: (details: string, hint: string) =>
    new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details,
      hint,
    }),
  preferences: (invalid: readonly string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  /** No client reads this response. 499 is the status that proxies log for such requests. */
  clientGone: () => new RestError(499, '57014', 'The client closed the connection'),
  responseTooLarge: (maxBytes: number) =>
    new RestError(400, '54000', `The answer is longer than ${maxBytes} bytes`, {
      hint: 'Request fewer rows or columns, or request the rows in pages.',
    }),
  embeddedRows: () =>
    new RestError(400, '54000', 'Too many rows would be embedded in one answer', {
      hint: 'Filter or limit the embedded resources, or request them separately.',
    }),
  queueFull: (retryAfterS: number) =>
    new RestError(429, 'over_request_limit', 'Too many of your requests are waiting', {
      hint: 'Wait for responses before you send more requests.',
      headers: { 'Retry-After': String(retryAfterS) },
    }),
  aggregates: () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number | string) =>
    new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  path: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  notImplemented: (details: string) =>
    new RestError(400, 'PGRST127', 'Feature not implemented', { details }),
  maxAffectedRpc: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),

  columnNotFound: (relation: string, column: string) =>
    new RestError(
      400,
      'PGRST204',
      `Could not find the '${column}' column of '${relation}' in the schema cache`,
    ),
  tableNotFound: (schema: string, name: string, suggestion: string | null) =>
    new RestError(
      404,
      'PGRST205',
      `Could not find the table '${schema}.${name}' in the schema cache`,
      { hint: suggestion && `Perhaps you meant the table '${schema}.${suggestion}'` },
    ),
  /** Postgres's error for a column that does not exist. */
  undefinedColumn: (relation: string, column: string, suggestions: readonly string[]) => {
    const names = suggestions.map((name) => `the column "${relation}.${name}"`);
    return new RestError(400, '42703', `column ${relation}.${column} does not exist`, {
      hint: names.length === 0 ? null : `Perhaps you meant to reference ${names.join(' or ')}.`,
    });
  },
  /** Postgres's error for a type that does not exist. */
  undefinedType: (name: string) => new RestError(400, '42704', `type "${name}" does not exist`),
  emptyName: () => new RestError(400, '42601', 'zero-length delimited identifier'),
  invalidName: () => new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00'),

  jwtInvalid: (message: string, details: string | null = null) =>
    new RestError(401, 'PGRST301', message, { details, headers: invalidTokenHeader(message) }),
  jwtClaims: (message: string) =>
    new RestError(401, 'PGRST303', message, { headers: invalidTokenHeader(message) }),
  apiKey: (message: string, hint: string) =>
    new RestError(401, 'PGRST302', message, {
      hint,
      headers: { 'WWW-Authenticate': 'Bearer' },
    }),
} as const;

function invalidTokenHeader(message: string): Record<string, string> {
  return {
    'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
  };
}
