import type { Aggregate, JsonStep, Operation, OrderTerm, Slot } from '../request/types.ts';
import type { Relation, Relationship, SchemaCache } from '../schema-cache/types.ts';
import type { RestSettings } from '../settings.ts';

/** What a request is checked against. */
export interface PlanContext {
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
}

/** A column that exists, with the way into its JSON. */
export interface PlannedField {
  readonly column: string;
  /** The type under a domain; decides whether JSON operators fit as they are. */
  readonly baseType: string;
  readonly path: readonly JsonStep[];
  /** Functions by which its domain reads texts and writes JSON, as SQL. */
  readonly fromText: string | null;
  readonly toJson: string | null;
  /** See `Column`. */
  readonly possibleValues: ReadonlySet<string> | null;
}

export interface PlannedColumn {
  /** Null counts rows. */
  readonly field: PlannedField | null;
  readonly output: string;
  /** As Postgres writes the type, from the schema cache. */
  readonly cast: string | null;
  readonly aggregate: Aggregate | null;
  readonly aggregateCast: string | null;
}

export type Condition =
  | {
      readonly kind: 'filter';
      readonly field: PlannedField;
      readonly negated: boolean;
      readonly operation: Operation;
    }
  | { readonly kind: 'embed-null'; readonly embed: EmbedPlan; readonly isNull: boolean }
  | {
      readonly kind: 'group';
      readonly operator: 'and' | 'or';
      readonly negated: boolean;
      readonly children: readonly Condition[];
    };

export interface PlannedOrder extends Pick<OrderTerm, 'direction' | 'nulls'> {
  /** The embedded row whose column orders this level. */
  readonly embed: EmbedPlan | null;
  readonly field: PlannedField;
}

export interface PlannedRange {
  readonly limit: Slot | null;
  readonly offset: Slot | null;
}

export interface ReadPlan {
  readonly relation: Relation;
  /** `all` is the row as it is; only where nothing needs its columns one by one. */
  readonly columns: 'all' | readonly PlannedColumn[];
  readonly embeds: readonly EmbedPlan[];
  readonly where: readonly Condition[];
  readonly order: readonly PlannedOrder[];
  readonly range: PlannedRange;
  readonly depth: number;
}

export interface EmbedPlan {
  readonly relationship: Relationship;
  readonly output: string;
  readonly spread: boolean;
  readonly inner: boolean;
  readonly toOne: boolean;
  /** Nothing of it is shown: it only filters. */
  readonly hidden: boolean;
  readonly read: ReadPlan;
}

export function hasAggregate(plan: ReadPlan): boolean {
  const own = plan.columns !== 'all' && plan.columns.some((column) => column.aggregate !== null);
  return (
    own || plan.embeds.some((embed) => embed.spread && embed.toOne && hasAggregate(embed.read))
  );
}
