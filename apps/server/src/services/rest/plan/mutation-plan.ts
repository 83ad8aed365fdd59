import type { Slot } from '../request/query-types.ts';
import type { Column, Relation } from '../schema-cache/schema-cache.ts';
import type { Condition } from './read-plan.ts';

export interface RowsSource {
  readonly slot: Slot;
  readonly form: 'object' | 'array';
  readonly columns: readonly Column[];
  /** Whether missing keys get the column's default instead of null. */
  readonly applyDefaults: boolean;
  readonly empty: boolean;
}

export interface InsertPlan {
  readonly kind: 'insert';
  readonly relation: Relation;
  readonly rows: RowsSource;
  readonly conflict: {
    readonly columns: readonly string[];
    readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
  } | null;
  /** For PUT: the row must match the filters of the URL. */
  readonly where: readonly Condition[];
}

export interface UpdatePlan {
  readonly kind: 'update';
  readonly relation: Relation;
  readonly rows: RowsSource;
  readonly where: readonly Condition[];
}

interface DeletePlan {
  readonly kind: 'delete';
  readonly relation: Relation;
  readonly where: readonly Condition[];
}

export type MutationPlan = InsertPlan | UpdatePlan | DeletePlan;
