import type { ConstraintRow } from './catalog-rows.ts';
import type { Cardinality, ColumnPair, KeyRelationship, Relation } from './schema-cache.ts';

/** A relation with catalog data that requests cannot refer to. */
export interface CatalogRelation {
  readonly id: number;
  readonly relation: Relation;
  readonly exposed: boolean;
  readonly columnNames: ReadonlyMap<number, string>;
  /** For a view: its columns by the `columnKey` of their base table columns. */
  readonly shownColumns: ReadonlyMap<string, readonly string[]>;
}

export function columnKey(relationId: number, columnNumber: number): string {
  return `${relationId}.${columnNumber}`;
}

interface ForeignKey {
  readonly constraint: string;
  readonly from: CatalogRelation;
  readonly to: CatalogRelation;
  readonly pairs: readonly ColumnPair[];
  readonly unique: boolean;
  /** Whether the columns are part of the table's primary key. */
  readonly inPrimaryKey: boolean;
}

/** The Cartesian product of the lists. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (found, list) => found.flatMap((chosen) => list.map((name) => [...chosen, name])),
    [[]],
  );
}

/** The names of base table columns in a relation: its own columns, or the columns of a view. */
function namesOf(
  relation: CatalogRelation,
  baseId: number,
  columns: readonly number[],
): string[][] {
  if (relation.id === baseId) {
    const names = columns.map((number) => relation.columnNames.get(number));
    return names.every((name) => name !== undefined) ? [names] : [];
  }
  return combinations(
    columns.map((number) => relation.shownColumns.get(columnKey(baseId, number)) ?? []),
  );
}

function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((number) => right.includes(number));
}

/** All foreign keys, including those between views that contain all their columns. */
function findForeignKeys(
  constraints: readonly ConstraintRow[],
  relations: readonly CatalogRelation[],
): ForeignKey[] {
  const uniqueKeys = Map.groupBy(
    constraints.filter((constraint) => constraint.kind !== 'f'),
    (constraint) => constraint.relation_id,
  );
  const relationsByBase = new Map<number, CatalogRelation[]>();
  for (const relation of relations) {
    const baseIds = new Set(
      [...relation.shownColumns.keys()].map((key) => Number(key.split('.')[0])),
    );
    for (const baseId of [relation.id, ...baseIds]) {
      relationsByBase.set(baseId, [...(relationsByBase.get(baseId) ?? []), relation]);
    }
  }
  return constraints
    .filter((constraint) => constraint.kind === 'f')
    .flatMap((constraint) => {
      const keys = uniqueKeys.get(constraint.relation_id) ?? [];
      const primaryKey = keys.find((key) => key.kind === 'p')?.columns ?? [];
      const unique = keys.some((key) => isSameSet(key.columns, constraint.columns));
      const isInPrimaryKey = constraint.columns.every((number) => primaryKey.includes(number));
      const targetColumns = constraint.target_columns ?? [];
      return (relationsByBase.get(constraint.relation_id) ?? []).flatMap((from) => {
        // A view without the whole primary key does not identify rows.
        const inPrimaryKey =
          isInPrimaryKey && namesOf(from, constraint.relation_id, primaryKey).length > 0;
        return (relationsByBase.get(constraint.target_id) ?? []).flatMap((to) =>
          namesOf(from, constraint.relation_id, constraint.columns).flatMap((fromNames) =>
            namesOf(to, constraint.target_id, targetColumns).map((toNames) => ({
              constraint: constraint.name,
              from,
              to,
              pairs: fromNames.map((name, index): ColumnPair => [name, toNames[index] ?? '']),
              unique,
              inPrimaryKey,
            })),
          ),
        );
      });
    });
}

const flip = (pairs: readonly ColumnPair[]): ColumnPair[] => pairs.map(([from, to]) => [to, from]);

function bothDirections(key: ForeignKey): KeyRelationship[] {
  const isSelf = key.from.id === key.to.id;
  const there: Cardinality = key.unique ? 'one-to-one' : 'many-to-one';
  const back: Cardinality = key.unique ? 'one-to-one' : 'one-to-many';
  const common = { kind: 'key', constraint: key.constraint, junction: null, isSelf } as const;
  const [from, to] = [key.from.relation, key.to.relation];
  return [
    { ...common, origin: from, target: to, cardinality: there, pairs: key.pairs, forward: true },
    {
      ...common,
      origin: to,
      target: from,
      cardinality: back,
      pairs: flip(key.pairs),
      forward: false,
    },
  ];
}

/** Two foreign keys in one primary key make a many-to-many relationship. */
function throughJunctions(foreignKeys: readonly ForeignKey[]): KeyRelationship[] {
  const byTable = Map.groupBy(
    foreignKeys.filter((key) => key.inPrimaryKey && !key.unique),
    (key) => key.from.id,
  );
  return [...byTable.values()].flatMap((keys) =>
    keys.flatMap((first) =>
      keys
        .filter((second) => second.constraint !== first.constraint)
        .map((second): KeyRelationship => {
          const { schema, name, isView } = first.from.relation;
          return {
            kind: 'key',
            origin: first.to.relation,
            target: second.to.relation,
            cardinality: 'many-to-many',
            constraint: '',
            pairs: [],
            forward: false,
            isSelf: first.to.id === second.to.id,
            junction: {
              schema,
              name,
              isView,
              constraintToOrigin: first.constraint,
              constraintToTarget: second.constraint,
              originPairs: flip(first.pairs),
              targetPairs: flip(second.pairs),
            },
          };
        }),
    ),
  );
}

/** The foreign key relationships between exposed relations of the same schema. */
export function findKeyRelationships(
  constraints: readonly ConstraintRow[],
  relations: readonly CatalogRelation[],
): KeyRelationship[] {
  const foreignKeys = findForeignKeys(
    constraints,
    relations.filter((relation) => relation.exposed),
  );
  return [...foreignKeys.flatMap(bothDirections), ...throughJunctions(foreignKeys)].filter(
    (relationship) => relationship.origin.schema === relationship.target.schema,
  );
}
