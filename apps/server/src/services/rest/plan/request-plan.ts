import type { MediaType } from '../request/media-types.ts';
import type { Preferences } from '../request/preferences.ts';
import type { CallPlan } from './call-plan.ts';
import type { MutationPlan } from './mutation-plan.ts';
import type { ReadPlan } from './read-plan.ts';

/** Limits on the number of rows. The statement checks them, so that exceeding one rolls back. */
export interface RowGuards {
  /** Requires exactly one row. */
  readonly single: boolean;
  /** The maximum number of rows. */
  readonly maxAffected: number | null;
  /** Requires that the row of a PUT matches its URL. */
  readonly put: boolean;
}

interface CommonPlan {
  /** The name of the relation or function. */
  readonly name: string;
  /** The media type of the response. */
  readonly mediaType: MediaType;
  /** False for HEAD and `return=minimal`. */
  readonly withBody: boolean;
  readonly count: Preferences['count'];
  readonly readOnly: boolean;
  readonly guards: RowGuards;
  /** Requires exactly one row, checked after a read-only statement. */
  readonly single: boolean;
  /** The maximum statement timeout; null for no maximum. */
  readonly maxTimeMs: number | null;
}

export interface DescriptionPlan extends CommonPlan {
  readonly kind: 'description';
  readonly schema: string;
}

export interface RelationReadPlan extends CommonPlan {
  readonly kind: 'read';
  readonly read: ReadPlan;
}

export interface RelationMutationPlan extends CommonPlan {
  readonly kind: 'mutation';
  readonly action: 'insert' | 'upsert' | 'update' | 'delete';
  readonly mutation: MutationPlan;
  /** The read of the written rows. */
  readonly read: ReadPlan;
  readonly withLocation: boolean;
  readonly hasConflictKey: boolean;
}

export interface RoutineCallPlan extends CommonPlan {
  readonly kind: 'call';
  readonly call: CallPlan;
}

/** A request checked against the schema, without its values. Requests of the same shape share it. */
export type RequestPlan =
  | DescriptionPlan
  | RelationReadPlan
  | RelationMutationPlan
  | RoutineCallPlan;
