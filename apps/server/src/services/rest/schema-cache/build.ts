import type { CatalogRows, RoutineRow } from './catalog-rows.ts';
import { columnNamesOf, toColumn } from './columns.ts';
import { buildMediaTypes } from './media-handlers.ts';
import { columnKey, findKeyRelationships, type CatalogRelation } from './relationships.ts';
import { createRepresentations, type RepresentationsOf } from './representations.ts';
import { buildRoutines } from './routines.ts';
import {
  qualifiedName,
  type ComputedRelationship,
  type Relation,
  type Relationship,
  type SchemaCache,
} from './schema-cache.ts';
import { findViewColumnSources } from './view-columns.ts';

/** SQL type names that differ from the names in the catalog. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  int: 'integer',
  integer: 'integer',
  smallint: 'smallint',
  bigint: 'bigint',
  boolean: 'boolean',
  real: 'real',
  float: 'double precision',
  'double precision': 'double precision',
  decimal: 'numeric',
  dec: 'numeric',
  char: 'character(1)',
  character: 'character(1)',
  'character varying': 'character varying',
  'timestamp with time zone': 'timestamp with time zone',
  'timestamp without time zone': 'timestamp without time zone',
  'time with time zone': 'time with time zone',
  'time without time zone': 'time without time zone',
  'bit varying': 'bit varying',
};

type SourceMap = Map<number, Map<string, string[]>>;

/** Resolves the columns of each view to columns of base tables, through other views. */
function resolveViewSources(rows: CatalogRows): SourceMap {
  const direct = new Map(rows.views.map((view) => [view.id, findViewColumnSources(view.tree)]));
  const resolved: SourceMap = new Map();

  const resolve = (viewId: number): Map<string, string[]> => {
    const cached = resolved.get(viewId);
    if (cached !== undefined) return cached;
    const shown = new Map<string, string[]>();
    // Set before the recursion, so that a cycle in a broken catalog ends.
    resolved.set(viewId, shown);
    const names = columnNamesOf(rows, viewId);
    for (const source of direct.get(viewId) ?? []) {
      const name = names.get(source.number);
      if (name === undefined) continue;
      for (const key of baseKeys(source.relationId, source.columnNumber)) {
        shown.set(key, [...(shown.get(key) ?? []), name]);
      }
    }
    return shown;
  };
  const baseKeys = (relationId: number, columnNumber: number): string[] => {
    if (!direct.has(relationId)) return [columnKey(relationId, columnNumber)];
    const name = columnNamesOf(rows, relationId).get(columnNumber);
    return [...resolve(relationId)]
      .filter(([, names]) => name !== undefined && names.includes(name))
      .map(([key]) => key);
  };
  for (const view of rows.views) resolve(view.id);
  return resolved;
}

/** The primary key of a table, or the keys of base tables that a view contains completely. */
function findPrimaryKey(
  rows: CatalogRows,
  relationId: number,
  shown: ReadonlyMap<string, readonly string[]>,
): string[] {
  const keys = rows.constraints
    .filter(({ kind }) => kind === 'p')
    .map((key) =>
      key.columns.map((number) =>
        key.relation_id === relationId
          ? columnNamesOf(rows, relationId).get(number)
          : shown.get(columnKey(key.relation_id, number))?.[0],
      ),
    )
    .filter((names) => names.every((name) => name !== undefined));
  const names = new Set(keys.flat());
  const isView = shown.size > 0;
  // The key of a view has the order of the view's columns.
  return isView
    ? [...columnNamesOf(rows, relationId).values()].filter((name) => names.has(name))
    : [...names];
}

function catalogRelations(
  rows: CatalogRows,
  exposed: readonly string[],
  representationsOf: RepresentationsOf,
): CatalogRelation[] {
  const sources = resolveViewSources(rows);
  return rows.relations.map((row) => {
    const shownColumns = sources.get(row.id) ?? new Map<string, string[]>();
    const computedColumns = rows.routines
      .filter((routine) => routine.row_argument_id === row.id && isComputedColumn(routine))
      .map((routine): [string, string] => [routine.name, routine.return_type]);
    const relation: Relation = {
      schema: row.schema,
      name: row.name,
      isView: row.is_view,
      hasSystemColumns: row.has_system_columns,
      description: row.description,
      columns: new Map(
        rows.columns.get(row.id)?.map((one) => [one.name, toColumn(one, representationsOf)]),
      ),
      computedColumns: new Map(computedColumns),
      primaryKey: findPrimaryKey(rows, row.id, shownColumns),
      insertable: row.insertable,
      updatable: row.updatable,
      deletable: row.deletable,
    };
    return {
      id: row.id,
      relation,
      exposed: exposed.includes(row.schema),
      columnNames: columnNamesOf(rows, row.id),
      shownColumns,
    };
  });
}

function isComputedColumn(routine: RoutineRow): boolean {
  return !routine.returns_set && routine.return_relation_id === 0;
}

function findComputedRelationships(
  rows: CatalogRows,
  relations: readonly CatalogRelation[],
): ComputedRelationship[] {
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  return rows.routines.flatMap((routine) => {
    const origin = byId.get(routine.row_argument_id);
    const target = byId.get(routine.return_relation_id);
    if (origin === undefined || target === undefined) return [];
    return [
      {
        kind: 'computed' as const,
        origin: origin.relation,
        target: target.relation,
        function: { schema: routine.schema, name: routine.name },
        // `ROWS 1` declares that a set-returning function returns at most one row.
        toOne: !routine.returns_set || routine.row_estimate === 1,
      },
    ];
  });
}

function groupRoleSettings(rows: CatalogRows): Map<string, Map<string, string>> {
  const settings = new Map<string, Map<string, string>>();
  for (const { role, name, value } of rows.roleSettings) {
    settings.set(role, (settings.get(role) ?? new Map<string, string>()).set(name, value));
  }
  return settings;
}

/** Builds the schema cache from the rows of the catalog. */
export function buildSchemaCache(
  rows: CatalogRows,
  exposed: readonly string[],
  timezones: ReadonlySet<string>,
): SchemaCache {
  const representationsOf = createRepresentations(rows);
  const relations = catalogRelations(rows, exposed, representationsOf);
  const exposedRelations = relations.filter((relation) => relation.exposed);
  const relationsById = new Map(exposedRelations.map(({ id, relation }) => [id, relation]));
  const relationships: Relationship[] = [
    ...findKeyRelationships(rows.constraints, relations),
    ...findComputedRelationships(rows, exposedRelations),
  ];
  return {
    relations: new Map(
      exposedRelations.map(({ relation }) => [
        qualifiedName(relation.schema, relation.name),
        relation,
      ]),
    ),
    relationships: Map.groupBy(relationships, ({ origin }) =>
      qualifiedName(origin.schema, origin.name),
    ),
    routines: buildRoutines(rows, exposed, relationsById, representationsOf),
    producedMediaTypes: buildMediaTypes(rows),
    types: new Map([
      ...rows.types.map(({ name, formatted }): [string, string] => [name, formatted]).reverse(),
      ...Object.entries(TYPE_ALIASES),
    ]),
    timezones,
    roleSettings: groupRoleSettings(rows),
    schemaDescriptions: new Map(
      rows.schemas.flatMap(({ name, description }) =>
        description === null ? [] : [[name, description]],
      ),
    ),
  };
}
