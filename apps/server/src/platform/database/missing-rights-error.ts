import { classifyDatabaseError } from './error-class.ts';

/** What the server may not do by itself, with the statements that a superuser has to run. */
export class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';
  readonly statements: readonly string[];

  constructor(statements: readonly string[], options?: ErrorOptions) {
    const script = statements.map((statement) => `  ${statement};`).join('\n');
    super(
      'The role in DATABASE_URL lacks rights that only a superuser can grant. Run this once in ' +
        'that database as a superuser, or set DATABASE_SUPERUSER_URL and run `npm run db:prepare`:\n\n' +
        `${script}\n`,
      options,
    );
    this.statements = statements;
  }
}

export function isInsufficientPrivilege(error: unknown): boolean {
  return classifyDatabaseError(error) === 'denied';
}
