/** An error that Postgres reported, with its fields. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** The function of Postgres's own source that reported it: unlike the code, nobody's SQL can raise it. */
  readonly routine: string | undefined;

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'unknown database error');
    this.code = fields.get('C') ?? 'XX000';
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR';
    this.detail = fields.get('D');
    this.hint = fields.get('H');
    this.routine = fields.get('R');
  }
}

/** Postgres cannot be reached, went away, or let us wait for too long. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly problem: 'unreachable' | 'lost' | 'busy';

  constructor(problem: 'unreachable' | 'lost' | 'busy', options?: ErrorOptions) {
    super(`the database connection is ${problem}`, options);
    this.problem = problem;
  }
}
