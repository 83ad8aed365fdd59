import { m } from '../paraglide/messages.js';

/** No complete response arrived: the request may or may not have been processed. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(options?: ErrorOptions) {
    super(m.error_we_couldnt_reach_beaconpay_please_check_your(), options);
  }
}

export interface BackendError {
  kind: 'unreachable' | 'session-ended' | 'no-row' | 'duplicate' | 'rule' | 'other';
  /**
   * What the error is about: the key of a product rule (`order.price`), the name of a violated constraint
   * (`profiles_city_check`) or the error code of a service (`otp_expired`, `PGRST103`). Empty if there is none.
   */
  key: string;
  /** The HTTP status. Null if the client of the service does not keep it. */
  status: number | null;
  /** The values of a product rule. */
  values: Readonly<Record<string, unknown>>;
  /** May be empty. */
  message: string;
}

const NO_VALUES: BackendError['values'] = {};
/** Product rules raise their key in `hint`. Hints of PostgREST and Postgres are sentences. */
const RULE_KEY = /^[a-z_]+\.[a-z_]+$/;
/** PostgREST has the name of a violated constraint only in the message, in quotes. */
const QUOTED_NAME = /"([^"]+)"$/;
const CONSTRAINT_CODES = ['23505', '23514'];
const KINDS_BY_CODE: Partial<Record<string, BackendError['kind']>> = {
  PGRST116: 'no-row',
  23505: 'duplicate',
  session_not_found: 'session-ended',
  user_not_found: 'session-ended',
  PGRST301: 'session-ended',
  PGRST303: 'session-ended',
};

/**
 * Reads any error of the backend clients, or the body of an error response. Nothing else reads their codes,
 * statuses and hints. An error of a function keeps its body unread: see `readFunctionError`.
 */
export function readBackendError(error: unknown): BackendError {
  const source = recordOf(error);
  const code = firstText(source.code, source.error_code);
  const message = firstText(source.msg, source.message, source.error);
  const hint = firstText(source.hint);
  const isRule = RULE_KEY.test(hint);
  const constraint = CONSTRAINT_CODES.includes(code) ? QUOTED_NAME.exec(message)?.[1] : undefined;
  return {
    kind: kindOf(source, code) ?? (isRule ? 'rule' : 'other'),
    key: isRule ? hint : (constraint ?? code),
    status: typeof source.status === 'number' ? source.status : null,
    values: parseValues(source.details),
    message,
  };
}

/** Reads an error of `functions.invoke`. The status is null if the function did not respond. */
export async function readFunctionError(error: unknown): Promise<BackendError> {
  const { context } = recordOf(error);
  if (!(context instanceof Response)) return { ...readBackendError(error), status: null };
  const body: unknown = await context.json().catch(() => null);
  return readBackendError({ ...recordOf(body), status: context.status });
}

/** Whether no response arrived, so that the outcome of the request is unknown. */
export function isUnreachable(error: unknown): boolean {
  return readBackendError(error).kind === 'unreachable';
}

/** Whether a request failed because its session has ended or its account is deleted. */
export function isEndedSession(error: unknown): boolean {
  return readBackendError(error).kind === 'session-ended';
}

function kindOf(source: Record<string, unknown>, code: string): BackendError['kind'] | undefined {
  if (isWrappedUnreachable(source)) return 'unreachable';
  return source.name === 'AuthSessionMissingError' ? 'session-ended' : KINDS_BY_CODE[code];
}

/** Each client wraps an error of its fetch in another way. */
function isWrappedUnreachable(source: Record<string, unknown>): boolean {
  const { name, status, context, originalError, message } = source;
  return (
    [source, context, originalError].some((error) => error instanceof UnreachableError) ||
    // The auth client keeps only the message, with the status 0.
    (name === 'AuthRetryableFetchError' && status === 0) ||
    // The data client keeps the name before the message.
    (typeof message === 'string' && message.startsWith('UnreachableError: '))
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function firstText(...values: unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? '';
}

/** Details of PostgREST and Postgres are sentences; those of product rules are JSON objects. */
function parseValues(details: unknown): BackendError['values'] {
  if (typeof details !== 'string' || !details.startsWith('{')) return NO_VALUES;
  try {
    return recordOf(JSON.parse(details));
  } catch {
    return NO_VALUES;
  }
}
