import type { ConstraintRow } from './catalog-rows.ts';
import type { Cardinality, ColumnPair, KeyRelationship, Relation } from './types.ts';

/** A relation with what is known of it beyond what requests may name. */
export interface KnownRelation {
  readonly id: number;
  readonly relation: Relation;
  readonly exposed: boolean;
  readonly columnNames: ReadonlyMap<number, string>;
  /** Of a view: the columns of base tables that its columns show, by `columnKey`. */
  readonly shownColumns: ReadonlyMap<string, readonly string[]>;
}

export function columnKey(relationId: number, columnNumber: number): string {
  return `${relationId}.${columnNumber}`;
}

interface ForeignKey {
  readonly constraint: string;
  readonly from: KnownRelation;
  readonly to: KnownRelation;
  readonly pairs: readonly ColumnPair[];
  readonly unique: boolean;
  /** Whether the key's columns are part of its table's primary key. */
  readonly inPrimaryKey: boolean;
}

/** All ways to choose one name from each list. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (found, list) => found.flatMap((chosen) => list.map((name) => [...chosen, name])),
    [[]],
  );
}

/** The names under which `known` has these columns of the base table: its own, or what a view shows. */
function namesOf(known: KnownRelation, baseId: number, columns: readonly number[]): string[][] {
  if (known.id === baseId) {
    const names = columns.map((number) => known.columnNames.get(number));
    return names.every((name) => name !== undefined) ? [names] : [];
  }
  return combinations(
    columns.map((number) => known.shownColumns.get(columnKey(baseId, number)) ?? []),
  );
}

function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((number) => right.includes(number));
}

/** Every foreign key, also as seen through the views that show all its columns. */
function findForeignKeys(
  constraints: readonly ConstraintRow[],
  known: readonly KnownRelation[],
): ForeignKey[] {
  const uniqueKeys = Map.groupBy(
    constraints.filter((constraint) => constraint.kind !== 'f'),
    (constraint) => constraint.relation_id,
  );
  const viewersOf = new Map<number, KnownRelation[]>();
  for (const relation of known) {
    const baseIds = new Set(
      [...relation.shownColumns.keys()].map((key) => Number(key.split('.')[0])),
    );
    for (const baseId of [relation.id, ...baseIds]) {
      viewersOf.set(baseId, [...(viewersOf.get(baseId) ?? []), relation]);
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
      return (viewersOf.get(constraint.relation_id) ?? []).flatMap((from) => {
        // A view that leaves out a part of the key cannot tell the key's rows apart.
        const inPrimaryKey =
          isInPrimaryKey && namesOf(from, constraint.relation_id, primaryKey).length > 0;
        return (viewersOf.get(constraint.target_id) ?? []).flatMap((to) =>
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

function bothWays(key: ForeignKey): KeyRelationship[] {
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

/** Two foreign keys within one primary key join two relations many to many. */
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

/** The relationships that keys make between exposed relations of one schema. */
export function findKeyRelationships(
  constraints: readonly ConstraintRow[],
  known: readonly KnownRelation[],
): KeyRelationship[] {
  const foreignKeys = findForeignKeys(
    constraints,
    known.filter((relation) => relation.exposed),
  );
  return [...foreignKeys.flatMap(bothWays), ...throughJunctions(foreignKeys)].filter(
    (relationship) => relationship.origin.schema === relationship.target.schema,
  );
}
