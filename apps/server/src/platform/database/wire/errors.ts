/** An error that Postgres reported, with its fields. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** The context: the running functions of the database, and the parameter that was read. */
  readonly context: string | undefined;
  /** The function of the Postgres source that reported the error. SQL code cannot forge it, unlike the error code. */
  readonly routine: string | undefined;

  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'unknown database error');
    this.code = fields.get('C') ?? 'XX000';
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR';
    this.detail = fields.get('D');
    this.hint = fields.get('H');
    this.context = fields.get('W');
    this.routine = fields.get('R');
    this.schema = fields.get('s');
    this.table = fields.get('t');
    this.constraint = fields.get('n');
  }
}

/** The errors of each address of a host name with several addresses. */
function reasonOf(cause: Error): string {
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  return first instanceof Error ? first.message : cause.message;
}

/** Postgres is unreachable, closed the connection or did not respond in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly problem: 'unreachable' | 'lost' | 'busy';

  constructor(problem: 'unreachable' | 'lost' | 'busy', options?: ErrorOptions) {
    // The message contains the cause, such as the host, the port or the password. Errors before a login contain
    // no personal data.
    const { cause } = options ?? {};
    const namesReason = problem === 'unreachable' && cause instanceof Error;
    const reason = namesReason ? `: ${reasonOf(cause)}` : '';
    super(`the database connection is ${problem}${reason}`, options);
    this.problem = problem;
  }
}
