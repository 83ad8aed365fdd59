/** An error that Postgres reported, with its fields. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** Where it happened: the functions of the database that were running, and the parameter that was read. */
  readonly context: string | undefined;
  /** The function of Postgres's own source that reported it: unlike the code, nobody's SQL can raise it. */
  readonly routine: string | undefined;

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'unknown database error');
    this.code = fields.get('C') ?? 'XX000';
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR';
    this.detail = fields.get('D');
    this.hint = fields.get('H');
    this.context = fields.get('W');
    this.routine = fields.get('R');
  }
}

/** Where a name has several addresses, an error of each. */
function reasonOf(cause: Error): string {
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  return first instanceof Error ? first.message : cause.message;
}

/** Postgres cannot be reached, went away, or let us wait for too long. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly problem: 'unreachable' | 'lost' | 'busy';

  constructor(problem: 'unreachable' | 'lost' | 'busy', options?: ErrorOptions) {
    // Who reads the log at night learns here whether it is the host, the port or the password. What
    // is said before anybody logs in quotes nobody's data.
    const { cause } = options ?? {};
    const isTold = problem === 'unreachable' && cause instanceof Error;
    const reason = isTold ? `: ${reasonOf(cause)}` : '';
    super(`the database connection is ${problem}${reason}`, options);
    this.problem = problem;
  }
}
