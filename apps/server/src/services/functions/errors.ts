/** An error with the response of the hosted service. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly status: number;
  readonly code: string;
  /** The `message` of the response body. */
  readonly description: string | null;

  constructor(status: number, code: string, description: string | null = null) {
    super(description ?? code);
    this.status = status;
    this.code = code;
    this.description = description;
  }
}

export const functionErrors = {
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

export function renderError({ status, code, description }: FunctionError): Response {
  return Response.json(
    { code, ...(description === null ? {} : { message: description }) },
    {
      status,
      headers: {
        'sb-error-code': code,
        // WORKER_ERROR is an error of the function. All others are errors of the relay.
        ...(code === 'WORKER_ERROR' ? {} : { 'x-relay-error': 'true' }),
        // A function sets its own CORS headers, but this response comes without the function.
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'sb-error-code, x-relay-error, X-Request-Id',
        'Cache-Control': 'no-store',
        // The rest of the body is not read, so the connection cannot be reused.
        ...(status === 413 ? { Connection: 'close' } : {}),
      },
    },
  );
}
