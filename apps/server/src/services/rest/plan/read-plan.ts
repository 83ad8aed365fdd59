import type { Aggregate, JsonStep, Operation, OrderTerm, Slot } from '../request/query-types.ts';
import type { Relation, Relationship, SchemaCache } from '../schema-cache/schema-cache.ts';
import type { RestSettings } from '../settings.ts';

/** The schema and the settings that a request is checked against. */
export interface PlanContext {
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
}

/** An existing column with an optional JSON path. */
export interface PlannedField {
  readonly column: string;
  /** The type without its domain. JSON paths into other types than JSON need a conversion. */
  readonly baseType: string;
  readonly path: readonly JsonStep[];
  /** The cast functions of the column's domain from text and to JSON. */
  readonly fromText: string | null;
  readonly toJson: string | null;
  /** See `Column.possibleValues`. */
  readonly possibleValues: ReadonlySet<string> | null;
}

export interface PlannedColumn {
  /** Null counts rows. */
  readonly field: PlannedField | null;
  readonly output: string;
  /** The type as Postgres formats it, from the schema cache. */
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
  /** The to-one embed whose column sorts this level; null for an own column. */
  readonly embed: EmbedPlan | null;
  readonly field: PlannedField;
}

export interface PlannedRange {
  readonly limit: Slot | null;
  readonly offset: Slot | null;
}

export interface ReadPlan {
  readonly relation: Relation;
  /** `all` selects the whole row, if nothing refers to its columns. */
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
  /** Whether the embed has no output and only filters. */
  readonly hidden: boolean;
  readonly read: ReadPlan;
}

export function hasAggregate(plan: ReadPlan): boolean {
  const own = plan.columns !== 'all' && plan.columns.some((column) => column.aggregate !== null);
  return (
    own || plan.embeds.some((embed) => embed.spread && embed.toOne && hasAggregate(embed.read))
  );
}
