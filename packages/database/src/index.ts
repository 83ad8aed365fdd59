import type { Database } from './generated.ts';

export type { Database, Json } from './generated.ts';

type Public = Database['public'];

/** A row of a table, as it is read. */
export type Tables<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Row'];

/** What updating a table takes. */
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update'];

/** A row of a view, as it is read. */
export type Views<Name extends keyof Public['Views']> = Public['Views'][Name]['Row'];
