/** Reads from Postgres's own catalog what the generated types are made of. */

/** Sends one statement and gives its rows. */
export type Query = (statement: string) => Promise<readonly unknown[]>;

export interface CatalogColumn {
  readonly relation: string;
  readonly kind: 'table' | 'view';
  readonly name: string;
  /** The type's name in pg_type; an array's begins with an underscore. */
  readonly type: string;
  /** Whether the type is an enum of the public schema. */
  readonly is_enum: boolean;
  readonly nullable: boolean;
  readonly has_default: boolean;
  /** GENERATED ALWAYS, as identity or as expression: never written by a client. */
  readonly always_generated: boolean;
}

export interface CatalogRelationship {
  readonly relation: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly one_to_one: boolean;
  readonly referenced_relation: string;
  readonly referenced_columns: readonly string[];
}

export interface CatalogEnum {
  readonly name: string;
  readonly values: readonly string[];
}

interface CatalogArgument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

export interface CatalogFunction {
  readonly name: string;
  readonly arguments: readonly CatalogArgument[];
  readonly returns_set: boolean;
  readonly return_type: string;
  /** The relation whose rows are returned, or null. */
  readonly return_relation: string | null;
  /** The columns of RETURNS TABLE; empty otherwise. */
  readonly return_columns: readonly { readonly name: string; readonly type: string }[];
}

export interface Catalog {
  readonly columns: readonly CatalogColumn[];
  readonly relationships: readonly CatalogRelationship[];
  readonly enums: readonly CatalogEnum[];
  readonly functions: readonly CatalogFunction[];
}

const COLUMNS = `
  select relation.relname::text as relation,
    case when relation.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    attribute.attname::text as name,
    type.typname::text as type,
    coalesce(element.typtype, type.typtype) = 'e' as is_enum,
    not attribute.attnotnull as nullable,
    attribute.atthasdef or attribute.attidentity <> '' as has_default,
    attribute.attidentity = 'a' or attribute.attgenerated <> '' as always_generated
  from pg_attribute as attribute
  join pg_class as relation on relation.oid = attribute.attrelid
  join pg_type as type on type.oid = attribute.atttypid
  left join pg_type as element on element.oid = type.typelem and type.typcategory = 'A'
  where relation.relnamespace = 'public'::regnamespace
    and relation.relkind in ('r', 'p', 'v', 'm')
    and attribute.attnum > 0
    and not attribute.attisdropped
  order by relation.relname, attribute.attname`;

const RELATIONSHIPS = `
  select source.relname::text as relation,
    foreign_key.conname::text as name,
    array_to_json(source_columns.names) as columns,
    exists (
      select
      from pg_index as unique_index
      where unique_index.indrelid = foreign_key.conrelid
        and unique_index.indisunique
        and unique_index.indpred is null
        and (
          select array_agg(key order by key) from unnest(unique_index.indkey::int2[]) as key
        ) = (select array_agg(key order by key) from unnest(foreign_key.conkey) as key)
    ) as one_to_one,
    target.relname::text as referenced_relation,
    array_to_json(target_columns.names) as referenced_columns
  from pg_constraint as foreign_key
  join pg_class as source on source.oid = foreign_key.conrelid
  join pg_class as target on target.oid = foreign_key.confrelid
  cross join lateral (
    select array_agg(attname::text order by place) as names
    from unnest(foreign_key.conkey) with ordinality as keys (number, place)
    join pg_attribute on attrelid = foreign_key.conrelid and attnum = number
  ) as source_columns
  cross join lateral (
    select array_agg(attname::text order by place) as names
    from unnest(foreign_key.confkey) with ordinality as keys (number, place)
    join pg_attribute on attrelid = foreign_key.confrelid and attnum = number
  ) as target_columns
  where foreign_key.contype = 'f'
    and source.relnamespace = 'public'::regnamespace
    and target.relnamespace = 'public'::regnamespace
  order by source.relname, foreign_key.conname`;

const ENUMS = `
  select type.typname::text as name,
    json_agg(label.enumlabel::text order by label.enumsortorder) as values
  from pg_type as type
  join pg_enum as label on label.enumtypid = type.oid
  where type.typnamespace = 'public'::regnamespace
  group by type.typname
  order by type.typname`;

const FUNCTIONS = `
  select routine.proname::text as name,
    coalesce(json_agg(
      json_build_object(
        'name', coalesce(argument.name, ''),
        'type', argument_type.typname,
        'optional', argument.place > routine.pronargs - routine.pronargdefaults
      ) order by argument.place
    ) filter (where argument.mode in ('i', 'b', 'v')), '[]') as arguments,
    routine.proretset as returns_set,
    result.typname::text as return_type,
    relation.relname::text as return_relation,
    coalesce(json_agg(
      json_build_object('name', argument.name, 'type', argument_type.typname)
      order by argument.place
    ) filter (where argument.mode = 't'), '[]') as return_columns
  from pg_proc as routine
  join pg_type as result on result.oid = routine.prorettype
  left join pg_class as relation on relation.oid = result.typrelid and relation.relkind <> 'c'
  left join lateral (
    select type, place,
      coalesce(routine.proargmodes[place], 'i') as mode,
      routine.proargnames[place] as name
    from unnest(
      coalesce(routine.proallargtypes, routine.proargtypes::oid[])
    ) with ordinality as listed (type, place)
  ) as argument on true
  left join pg_type as argument_type on argument_type.oid = argument.type
  where routine.pronamespace = 'public'::regnamespace
    and routine.prokind = 'f'
    and result.typname not in ('trigger', 'event_trigger')
    and not exists (
      select from pg_depend where objid = routine.oid and deptype = 'e'
    )
  group by routine.oid, routine.proname, routine.proretset, result.typname, relation.relname
  order by routine.proname, routine.oid`;

export async function readCatalog(query: Query): Promise<Catalog> {
  return {
    columns: (await query(COLUMNS)) as CatalogColumn[],
    relationships: (await query(RELATIONSHIPS)) as CatalogRelationship[],
    enums: (await query(ENUMS)) as CatalogEnum[],
    functions: (await query(FUNCTIONS)) as CatalogFunction[],
  };
}
