import type { Slot } from '../request/query-types.ts';
import type { Routine } from '../schema-cache/schema-cache.ts';
import type { PlannedRange, ReadPlan } from './read-plan.ts';

/** The source of a call's arguments. */
export type CallArguments =
  | { readonly kind: 'none' }
  /** The whole body is the single unnamed argument. */
  | { readonly kind: 'body'; readonly slot: Slot }
  /** The keys of a JSON object are the arguments. */
  | {
      readonly kind: 'json';
      readonly slot: Slot;
      readonly names: readonly string[];
      /** Whether the object is the first element of an array. */
      readonly isList: boolean;
    }
  /** Texts of a query string or a form. Only a variadic argument uses more than the last text. */
  | { readonly kind: 'texts'; readonly slots: ReadonlyMap<string, readonly Slot[]> };

export interface CallPlan {
  readonly routine: Routine;
  readonly arguments: CallArguments;
  /** A function that returns plain values has a range only. */
  readonly read: ReadPlan | PlannedRange;
}
