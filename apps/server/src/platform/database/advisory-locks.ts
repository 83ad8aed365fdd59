/**
 * The keys of Postgres advisory locks that are plain numbers. All servers on a database use the same keys, and no
 * two purposes share one. Locks per user or object hash a text instead, with a seed of their own.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_226_373_729,
  rolePasswords: 7_226_373_730,
  signingKeys: 7_226_373_731,
  firstAdministrator: 7_226_373_732,
} as const;
