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
  record,
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

const fieldKind = pure<'field'>('field');
const star = before(
  record<FieldItem>({
    kind: fieldKind,
    field: map(literal('*'), () => ALL),
    alias: pure(null),
    cast: pure(null),
    aggregate: pure(null),
    aggregateCast: pure(null),
  }),
  itemEnd,
);
/** `count()` counts rows. It is the only aggregate without a column. */
const rowCount = before(
  record<FieldItem>({
    kind: fieldKind,
    alias,
    field: map(literal('count()'), () => ALL),
    cast: pure(null),
    aggregate: pure('count'),
    aggregateCast: cast,
  }),
  itemEnd,
);
const column = map(
  before(
    record<FieldItem>({ kind: fieldKind, alias, field, cast, aggregate, aggregateCast: cast }),
    itemEnd,
  ),
  (item) => (item.aggregate === null ? { ...item, aggregateCast: null } : item),
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
    const given = both.filter((parameter) => parameter !== null);
    return {
      hint: given.find((parameter) => 'hint' in parameter)?.hint ?? null,
      join: given.find((parameter) => 'join' in parameter)?.join ?? null,
    };
  },
);
const open = attempt(ahead(literal('(')));
/** `count(…)` is the aggregate, never a relation. */
const relationName = excluding(fieldName, 'count');
interface RelationParts {
  readonly alias: string | null;
  readonly name: string;
  readonly parameters: Pick<RelationItem, 'hint' | 'join'>;
}

const headOf = (parts: Parser<RelationParts>, isSpread: boolean): Parser<RelationHead> =>
  lexeme(
    map(before(parts, open), ({ parameters, ...names }) => ({
      kind: 'relation',
      ...names,
      spread: isSpread,
      ...parameters,
    })),
  );
const relation = headOf(record({ alias, name: relationName, parameters: embedParameters }), false);
const spreadName = after(literal('...'), fieldName);
const spread = headOf(
  record({ alias: pure(null), name: spreadName, parameters: embedParameters }),
  true,
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
