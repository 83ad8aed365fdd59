import { RestError } from '../errors.ts';
import {
  qualifiedName,
  type KeyRelationship,
  type Relation,
  type Relationship,
  type SchemaCache,
} from '../schema-cache/schema-cache.ts';
import { findSimilarName } from '../similar-name.ts';

const MINIMUM_SIMILARITY = 0.33;

function matchesOwnColumn(relationship: KeyRelationship, name: string): boolean {
  return relationship.pairs.length === 1 && relationship.pairs[0]?.[0] === name;
}

function matchesTargetColumn(relationship: KeyRelationship, name: string): boolean {
  return relationship.pairs.length === 1 && relationship.pairs[0]?.[1] === name;
}

/**
 * A foreign key to its own table. The table's name selects the to-many direction, the column's name the
 * to-one direction.
 */
function matchesSelf(candidate: KeyRelationship, target: string, hint: string | null): boolean {
  const isTable = target === candidate.target.name;
  if (candidate.cardinality === 'many-to-many') {
    return isTable && hint !== null && candidate.junction?.name === hint;
  }
  if (hint !== null) {
    return isTable && !candidate.forward && matchesTargetColumn(candidate, hint);
  }
  return candidate.forward
    ? matchesOwnColumn(candidate, target)
    : isTable && candidate.cardinality === 'one-to-many';
}

function matches(candidate: Relationship, target: string, hint: string | null): boolean {
  if (candidate.kind === 'computed') return candidate.function.name === target;
  if (candidate.isSelf) return matchesSelf(candidate, target, hint);
  const isTable = target === candidate.target.name;
  if (hint === null) {
    if (isTable) return true;
    const isKey = candidate.constraint === target && target !== '';
    return !candidate.target.isView && (isKey || matchesOwnColumn(candidate, target));
  }
  return (
    isTable &&
    (candidate.constraint === hint ||
      matchesOwnColumn(candidate, hint) ||
      matchesTargetColumn(candidate, hint) ||
      candidate.junction?.name === hint)
  );
}

const columnsText = (columns: readonly string[]) => `(${columns.join(', ')})`;

function describe(relationship: KeyRelationship) {
  const { origin, target, cardinality, constraint, pairs, junction } = relationship;
  const text =
    junction === null
      ? `${constraint} using ${origin.name}${columnsText(pairs.map(([own]) => own))} and ${target.name}${columnsText(pairs.map(([, other]) => other))}`
      : `${junction.name} using ${junction.constraintToOrigin}${columnsText(junction.originPairs.map(([, own]) => own))} and ${junction.constraintToTarget}${columnsText(junction.targetPairs.map(([, own]) => own))}`;
  return { cardinality, embedding: `${origin.name} with ${target.name}`, relationship: text };
}

const CARDINALITIES = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'];

/** PostgREST's order: by cardinality, then by name. */
function compareKeys(left: KeyRelationship, right: KeyRelationship): number {
  const rankOf = ({ cardinality }: KeyRelationship) => CARDINALITIES.indexOf(cardinality);
  const textOf = (key: KeyRelationship) => JSON.stringify([key.junction?.name, describe(key)]);
  if (rankOf(left) !== rankOf(right)) return rankOf(left) - rankOf(right);
  return textOf(left) < textOf(right) ? -1 : 1;
}

function ambiguous(origin: string, target: string, found: readonly Relationship[]): RestError {
  const keys = found.filter((relationship) => relationship.kind === 'key').sort(compareKeys);
  const choices = keys
    .map(
      ({ target: { name }, junction, constraint }) => `'${name}!${junction?.name ?? constraint}'`,
    )
    .join(', ');
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: keys.map(describe),
      hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function suggest(all: readonly Relationship[], target: string): string | null {
  const names = all.map((relationship) => relationship.target.name);
  // The relation exists, so the hint is wrong.
  if (names.includes(target)) return null;
  const child = findSimilarName(target, names, MINIMUM_SIMILARITY);
  return child && `Perhaps you meant '${child}' instead of '${target}'.`;
}

/**
 * Finds the relationship of `origin` that `target!hint` names.
 *
 * @throws RestError PGRST200 for none, PGRST201 for several
 */
export function findRelationship(
  cache: SchemaCache,
  origin: Relation,
  target: string,
  hint: string | null,
): Relationship {
  const all = cache.relationships.get(qualifiedName(origin.schema, origin.name)) ?? [];
  const found = all.filter((candidate) => matches(candidate, target, hint));
  // Computed relationships override foreign keys.
  const computed = found.filter((candidate) => candidate.kind === 'computed');
  const [first, second] = computed.length > 0 ? computed : found;
  if (first === undefined) {
    const hintText = hint === null ? '' : `' using the hint '${hint}`;
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${origin.name}' and '${target}${hintText}' in the schema '${origin.schema}', but no matches were found.`,
        hint: suggest(all, target),
      },
    );
  }
  if (second !== undefined) throw ambiguous(origin.name, target, found);
  return first;
}
