import { errors } from '../errors.ts';
import { field, fieldName, identifier, lexeme } from './parse-names.ts';
import {
  after,
  ahead,
  atEnd,
  attempt,
  before,
  between,
  choice,
  excluding,
  literal,
  map,
  notFollowedBy,
  optional,
  pure,
  separated,
  sequence,
  type Parser,
} from './parsec.ts';
import { parseText } from './parse-text.ts';
import type { Aggregate, Field, FieldItem, RelationItem, SelectItem } from './query-types.ts';

/** A limit, because each level costs a join. */
const MAX_EMBED_DEPTH = 12;

type RelationHead = Omit<RelationItem, 'items'>;

const ALL: Field = { name: '*', path: [] };

const itemEnd = choice(attempt(ahead(literal(')'))), attempt(ahead(literal(','))), attempt(atEnd));
const alias = optional(attempt(before(fieldName, sequence(literal(':'), notFollowedBy(/:/)))));
const cast = optional(after(literal('::'), identifier));
const aggregateName = choice<Aggregate>(
  literal('sum'),
  literal('avg'),
  literal('count'),
  attempt(literal('max')),
  attempt(literal('min')),
);
const aggregate = optional(attempt(between(literal('.'), aggregateName, literal('()'))));

const star: Parser<FieldItem> = map(before(literal('*'), itemEnd), () => ({
  kind: 'field',
  field: ALL,
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
}));
/** `count()` counts rows. It is the only aggregate without a column. */
const rowCount: Parser<FieldItem> = map(
  before(
    sequence<[string | null, string, string | null]>(alias, literal('count()'), cast),
    itemEnd,
  ),
  ([name, , aggregateCast]) => ({
    kind: 'field',
    field: ALL,
    alias: name,
    cast: null,
    aggregate: 'count',
    aggregateCast,
  }),
);
const column: Parser<FieldItem> = map(
  before(
    sequence<[string | null, Field, string | null, Aggregate | null, string | null]>(
      alias,
      field,
      cast,
      aggregate,
      cast,
    ),
    itemEnd,
  ),
  ([name, one, ownCast, applied, aggregateCast]) => ({
    kind: 'field',
    field: one,
    alias: name,
    cast: ownCast,
    aggregate: applied,
    aggregateCast: applied === null ? null : aggregateCast,
  }),
);
const fieldItem = lexeme(choice(attempt(star), attempt(rowCount), column));

type EmbedParameter = { readonly join: 'left' | 'inner' } | { readonly hint: string };

const embedParameter = optional(
  after(
    literal('!'),
    choice<EmbedParameter>(
      attempt(map(literal('left'), (join) => ({ join }))),
      attempt(map(literal('inner'), (join) => ({ join }))),
      attempt(map(fieldName, (hint) => ({ hint }))),
    ),
  ),
);
const embedParameters: Parser<Pick<RelationItem, 'hint' | 'join'>> = map(
  sequence<[EmbedParameter | null, EmbedParameter | null]>(embedParameter, embedParameter),
  (both) => {
    const given = both.filter((one) => one !== null);
    return {
      hint: given.find((one) => 'hint' in one)?.hint ?? null,
      join: given.find((one) => 'join' in one)?.join ?? null,
    };
  },
);
const open = attempt(ahead(literal('(')));
/** `count(…)` is the aggregate, never a relation. */
const relationName = excluding(fieldName, 'count');
const relation: Parser<RelationHead> = lexeme(
  map(
    before(
      sequence<[string | null, string, Pick<RelationItem, 'hint' | 'join'>]>(
        alias,
        relationName,
        embedParameters,
      ),
      open,
    ),
    ([ownAlias, name, parameters]) => ({
      kind: 'relation',
      name,
      alias: ownAlias,
      spread: false,
      ...parameters,
    }),
  ),
);
const spread: Parser<RelationHead> = lexeme(
  map(
    before(
      sequence<[string, Pick<RelationItem, 'hint' | 'join'>]>(
        after(literal('...'), fieldName),
        embedParameters,
      ),
      open,
    ),
    ([name, parameters]) => ({ kind: 'relation', name, alias: null, spread: true, ...parameters }),
  ),
);

function itemsAt(depth: number): Parser<SelectItem[]> {
  const embed = (head: Parser<RelationHead>): Parser<SelectItem> =>
    map(
      sequence<[RelationHead, SelectItem[]]>(
        attempt(head),
        between(literal('('), (text, at) => itemsBelow(depth)(text, at), literal(')')),
      ),
      ([relationHead, items]) => ({ ...relationHead, items }),
    );
  const item = choice<SelectItem>(embed(spread), embed(relation), fieldItem);
  return choice<SelectItem[]>(separated(item, lexeme(literal(','))), pure([]));
}

function itemsBelow(depth: number): Parser<SelectItem[]> {
  const items = ITEMS[depth + 1];
  if (items !== undefined) return items;
  return (_text, at) => {
    throw errors.unparsable(
      `"failed to parse select parameter" (line 1, column ${at + 1})`,
      `resources may be embedded at most ${MAX_EMBED_DEPTH} levels deep`,
    );
  };
}

const ITEMS = Array.from({ length: MAX_EMBED_DEPTH + 1 }, (_, depth) => itemsAt(depth));

/** @throws RestError PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  const subject = `failed to parse select parameter (${text})`;
  return parseText(itemsBelow(-1), text, subject);
}
