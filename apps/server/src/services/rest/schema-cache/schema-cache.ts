import type { DatabaseName } from '../sql-text.ts';

export interface Column {
  readonly name: string;
  /** As Postgres formats it, schema-qualified outside pg_catalog. */
  readonly type: string;
  /** The base type of a domain; equal to `type` for other types. */
  readonly baseType: string;
  readonly notNull: boolean;
  /** The default expression from the catalog. */
  readonly defaultExpression: string | null;
  readonly description: string | null;
  readonly maxLength: number | null;
  readonly enumValues: readonly string[] | null;
  /** The values of a short enum or check, without those that need escaping. */
  readonly possibleValues: ReadonlySet<string> | null;
  /** The cast functions of the column's domain from text, from JSON and to JSON. */
  readonly fromText: string | null;
  readonly fromJson: string | null;
  readonly toJson: string | null;
}

export interface Relation extends DatabaseName {
  readonly isView: boolean;
  /** Whether rows have `ctid`, `xmin` and the other system columns. */
  readonly hasSystemColumns: boolean;
  readonly description: string | null;
  readonly columns: ReadonlyMap<string, Column>;
  /** Functions of a row that are selected like columns, with their types. */
  readonly computedColumns: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
}

export type ColumnPair = readonly [from: string, to: string];
export type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';

interface Junction extends DatabaseName {
  readonly isView: boolean;
  readonly constraintToOrigin: string;
  readonly constraintToTarget: string;
  /** Pairs of origin and junction columns. */
  readonly originPairs: readonly ColumnPair[];
  /** Pairs of target and junction columns. */
  readonly targetPairs: readonly ColumnPair[];
}

export interface KeyRelationship {
  readonly kind: 'key';
  readonly origin: Relation;
  readonly target: Relation;
  readonly cardinality: Cardinality;
  /** Empty for many-to-many, where the junction has two constraints. */
  readonly constraint: string;
  readonly pairs: readonly ColumnPair[];
  readonly junction: Junction | null;
  readonly isSelf: boolean;
  /** Whether the origin holds the foreign key. */
  readonly forward: boolean;
}

/** A function that takes a row of `origin` and returns rows of `target`. */
export interface ComputedRelationship {
  readonly kind: 'computed';
  readonly origin: Relation;
  readonly target: Relation;
  readonly function: DatabaseName;
  readonly toOne: boolean;
}

export type Relationship = KeyRelationship | ComputedRelationship;

export interface Parameter {
  /** Empty for an unnamed parameter. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends DatabaseName {
  readonly description: string | null;
  readonly parameters: readonly Parameter[];
  /** The columns of a `record` are known only after the call. */
  readonly returns: 'void' | 'scalar' | 'record' | 'composite';
  readonly returnsSet: boolean;
  /** The returned rows of a composite: an exposed relation, or the function's own columns. */
  readonly result: Relation | null;
  readonly volatility: 'volatile' | 'stable' | 'immutable';
  /** The function's own setting, which replaces the one of the role. */
  readonly statementTimeout: string | null;
  readonly isolation: Isolation | null;
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

export function toIsolation(text: string | null | undefined): Isolation | null {
  const level = text?.toLowerCase().replaceAll("'", '');
  return level === 'serializable' || level === 'repeatable read' || level === 'read committed'
    ? level
    : null;
}

/** How the database renders a media type. */
export type MediaHandler =
  /** An aggregate over the rows of one relation, or of any relation. */
  | (DatabaseName & { readonly kind: 'aggregate'; readonly rowType: DatabaseName | null })
  /** The value of a function is the response body. */
  | { readonly kind: 'value' };

export interface ProducedMediaType {
  readonly mediaType: string;
  readonly isBinary: boolean;
  readonly handler: MediaHandler;
}

/** The part of the database catalog that requests can refer to. */
export interface SchemaCache {
  /** By `qualifiedName(schema, name)`. */
  readonly relations: ReadonlyMap<string, Relation>;
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** The types for casts: the name in a request → the name as Postgres formats it. */
  readonly types: ReadonlyMap<string, string>;
  readonly timezones: ReadonlySet<string>;
  /** The settings of each role, such as its statement timeout. */
  readonly roleSettings: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly schemaDescriptions: ReadonlyMap<string, string>;
  /** By `qualifiedName` of a relation or function, or '' for any, then by lower-case media type. */
  readonly producedMediaTypes: ReadonlyMap<string, ReadonlyMap<string, ProducedMediaType>>;
}

/** A map key. A Postgres name cannot contain NUL. */
export function qualifiedName(schema: string, name: string): string {
  return `${schema}\0${name}`;
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}
