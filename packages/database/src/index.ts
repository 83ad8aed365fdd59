import type { Database } from './generated.ts';

export type { Database, Json } from './generated.ts';

type Public = Database['public'];

/** A row of a table. */
export type Tables<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Row'];

/** The columns of an insert. */
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert'];

/** The columns of an update. */
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update'];

/** A row of a view. */
export type Views<Name extends keyof Public['Views']> = Public['Views'][Name]['Row'];

/** A row that a function returns. The generated columns are never null; a function may return null in each. */
export type FunctionRow<Name extends keyof Public['Functions']> =
  Public['Functions'][Name]['Returns'] extends (infer Row)[] ? Row : never;
