/** A relation outside the system schemas. */
interface RelationRow {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly is_view: boolean;
  readonly has_system_columns: boolean;
  readonly description: string | null;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
}

export interface ColumnRow {
  readonly relation_id: number;
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly base_type: string;
  readonly not_null: boolean;
  readonly default_expression: string | null;
  readonly description: string | null;
  readonly max_length: number | null;
  readonly enum_values: string[] | null;
  /** The values that a check of a text column allows: `check (status in ('open', 'done'))`. */
  readonly checked_values: string[] | null;
}

export interface ConstraintRow {
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f';
  readonly relation_id: number;
  readonly columns: number[];
  readonly target_id: number;
  readonly target_columns: number[] | null;
}

interface ViewRow {
  readonly id: number;
  /** The parse tree of the view's query. */
  readonly tree: string;
}

export interface RoutineRow {
  readonly schema: string;
  readonly name: string;
  readonly description: string | null;
  readonly argument_names: string[] | null;
  readonly argument_modes: string[] | null;
  readonly argument_types: string[];
  readonly default_count: number;
  readonly return_type: string;
  readonly return_relation_id: number;
  readonly returns_set: boolean;
  readonly row_estimate: number;
  readonly volatility: 'v' | 's' | 'i';
  /** The relation whose row type is the only argument, or 0. */
  readonly row_argument_id: number;
  readonly statement_timeout: string | null;
  readonly isolation: string | null;
}

/** A cast of a domain from or to JSON or text. */
interface RepresentationRow {
  readonly source: string;
  readonly target: string;
  readonly function: string;
}

interface MediaHandlerRow {
  /** Null for a function that returns the response body itself. */
  readonly handler_schema: string | null;
  readonly handler_name: string | null;
  readonly target_schema: string;
  readonly target_name: string;
  readonly media_type: string;
  readonly is_binary: boolean;
}

export interface CatalogRows {
  readonly relations: readonly RelationRow[];
  /** By relation id. */
  readonly columns: ReadonlyMap<number, readonly ColumnRow[]>;
  readonly constraints: readonly ConstraintRow[];
  readonly views: readonly ViewRow[];
  readonly routines: readonly RoutineRow[];
  readonly types: readonly { readonly name: string; readonly formatted: string }[];
  readonly roleSettings: readonly {
    readonly role: string;
    readonly name: string;
    readonly value: string;
  }[];
  readonly representations: readonly RepresentationRow[];
  readonly mediaHandlers: readonly MediaHandlerRow[];
  readonly schemas: readonly { readonly name: string; readonly description: string | null }[];
}
