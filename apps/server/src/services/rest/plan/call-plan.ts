import type { Slot } from '../request/types.ts';
import type { Routine } from '../schema-cache/types.ts';
import type { PlannedRange, ReadPlan } from './types.ts';

/** Where the arguments of a call come from. */
export type CallArguments =
  | { readonly kind: 'none' }
  /** The whole body is the one unnamed argument. */
  | { readonly kind: 'body'; readonly slot: Slot }
  /** A JSON object with one key for each argument. */
  | {
      readonly kind: 'json';
      readonly slot: Slot;
      readonly names: readonly string[];
      /** It is the first of a list. */
      readonly isList: boolean;
    }
  /** Texts of a query string or a form; only a variadic argument uses more than the last one. */
  | { readonly kind: 'texts'; readonly slots: ReadonlyMap<string, readonly Slot[]> };

export interface CallPlan {
  readonly routine: Routine;
  readonly arguments: CallArguments;
  /** Of a function that returns plain values, which part of them is read. */
  readonly read: ReadPlan | PlannedRange;
}
