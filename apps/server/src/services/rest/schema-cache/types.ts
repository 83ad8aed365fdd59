/** How something in the database is called. */
export interface DatabaseName {
  readonly schema: string;
  readonly name: string;
}

/** What the API knows of the database: everything a request may name. */
export interface Column {
  readonly name: string;
  /** As Postgres writes it, schema-qualified outside pg_catalog. */
  readonly type: string;
  /** The type under a domain; equal to `type` for all others. */
  readonly baseType: string;
  readonly notNull: boolean;
  /** The default's expression, from the catalogue. */
  readonly defaultExpression: string | null;
  readonly description: string | null;
  readonly maxLength: number | null;
  readonly enumValues: readonly string[] | null;
  /** What it can hold, where that is a short list, of an enumeration or a check; plain words only. */
  readonly possibleValues: ReadonlySet<string> | null;
  /** Functions by which the column's domain reads texts, reads JSON and writes JSON, as SQL. */
  readonly fromText: string | null;
  readonly fromJson: string | null;
  readonly toJson: string | null;
}

export interface Relation extends DatabaseName {
  readonly isView: boolean;
  /** Whether rows have a place and versions (`ctid`, `xmin` …) that can be asked for. */
  readonly hasSystemColumns: boolean;
  readonly description: string | null;
  readonly columns: ReadonlyMap<string, Column>;
  /** Functions of one row that can be read like columns, with their types. */
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
  /** Column of the origin beside the junction's. */
  readonly originPairs: readonly ColumnPair[];
  /** Column of the target beside the junction's. */
  readonly targetPairs: readonly ColumnPair[];
}

export interface KeyRelationship {
  readonly kind: 'key';
  readonly origin: Relation;
  readonly target: Relation;
  readonly cardinality: Cardinality;
  /** Empty for many-to-many, which has two in its junction. */
  readonly constraint: string;
  readonly pairs: readonly ColumnPair[];
  readonly junction: Junction | null;
  readonly isSelf: boolean;
  /** Whether the origin holds the foreign key. */
  readonly forward: boolean;
}

/** A function from one row of `origin` to rows of `target`. */
export interface ComputedRelationship {
  readonly kind: 'computed';
  readonly origin: Relation;
  readonly target: Relation;
  readonly function: DatabaseName;
  readonly toOne: boolean;
}

export type Relationship = KeyRelationship | ComputedRelationship;

export interface Parameter {
  /** Empty for an unnamed one. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends DatabaseName {
  readonly description: string | null;
  readonly parameters: readonly Parameter[];
  /** A record is a row of which only the call itself knows the columns. */
  readonly returns: 'void' | 'scalar' | 'record' | 'composite';
  readonly returnsSet: boolean;
  /** The rows it returns, for a composite: an exposed relation's, or columns of its own. */
  readonly result: Relation | null;
  readonly volatility: 'volatile' | 'stable' | 'immutable';
  /** The function's own, in Postgres's words; it holds for the whole call instead of the role's. */
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

/** How the database itself makes an answer of a media type that it has a domain for. */
export type MediaHandler =
  /** An aggregate over the rows of one relation, or of any. */
  | (DatabaseName & { readonly kind: 'aggregate'; readonly rowType: DatabaseName | null })
  /** What a function returns is the answer. */
  | { readonly kind: 'value' };

export interface ProducedMediaType {
  readonly mediaType: string;
  /** It comes as bytes. */
  readonly isBinary: boolean;
  readonly handler: MediaHandler;
}

export interface SchemaCache {
  /** By `qualifiedName(schema, name)`. */
  readonly relations: ReadonlyMap<string, Relation>;
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** Types a value may be cast to: what a request calls them → how Postgres writes them. */
  readonly types: ReadonlyMap<string, string>;
  readonly timezones: ReadonlySet<string>;
  /** Settings that a role brings with it, such as its statement timeout. */
  readonly roleSettings: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly schemaDescriptions: ReadonlyMap<string, string>;
  /** By `qualifiedName` of a relation or function, '' for any, then by media type in lower case. */
  readonly producedMediaTypes: ReadonlyMap<string, ReadonlyMap<string, ProducedMediaType>>;
}

/** A key for maps; NUL cannot stand in a Postgres name. */
export function qualifiedName(schema: string, name: string): string {
  return `${schema}\0${name}`;
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}
