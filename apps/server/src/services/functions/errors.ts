/** A failure that knows its answer, in the words of the hosted project. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly status: number;
  readonly code: string;
  /** What the answer says besides the code. */
  readonly description: string | null;

  constructor(status: number, code: string, description: string | null = null) {
    super(description ?? code);
    this.status = status;
    this.code = code;
    this.description = description;
  }
}

export const failures = {
  notFound: () => new FunctionError(404, 'NOT_FOUND', 'Requested function was not found'),
  method: () => new FunctionError(405, 'METHOD_NOT_ALLOWED', 'Method not allowed'),
  noBearer: () =>
    new FunctionError(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'),
  invalidBearer: () => new FunctionError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT'),
  bodyTooLarge: (limitBytes: number) =>
    new FunctionError(
      413,
      'request_too_large',
      `The request body is larger than ${String(limitBytes)} bytes`,
    ),
  workerError: () => new FunctionError(500, 'WORKER_ERROR'),
  /** Only for the log: the client does not receive it. */
  clientGone: () => new FunctionError(499, 'CLIENT_DISCONNECTED'),
  bootError: () =>
    new FunctionError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)'),
  resourceLimit: () => new FunctionError(546, 'WORKER_RESOURCE_LIMIT'),
  idleTimeout: () => new FunctionError(504, 'IDLE_TIMEOUT'),
};

export function renderFailure({ status, code, description }: FunctionError): Response {
  return Response.json(
    { code, ...(description === null ? {} : { message: description }) },
    {
      status,
      headers: {
        'sb-error-code': code,
        // What a function that threw answers is its own; everything else is the relay's.
        ...(code === 'WORKER_ERROR' ? {} : { 'x-relay-error': 'true' }),
        // A function states whose pages may call it; here none was asked.
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'sb-error-code, x-relay-error, X-Request-Id',
        'Cache-Control': 'no-store',
        // The rest of the body is not read, so nothing can follow on this connection.
        ...(status === 413 ? { Connection: 'close' } : {}),
      },
    },
  );
}
