import fc from 'fast-check';

/** A request that may contain a hostile text at every position. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** Part of every hostile text. SQL may contain it between double quotes only. */
export const MARK = 'zqmark';

const FRAGMENTS = [
  "'",
  "''",
  '"',
  '""',
  '\\',
  "\\'",
  '--',
  '/*',
  '*/',
  ';',
  '$1',
  '$$',
  '$a$',
  '\0',
  '\n',
  '%',
  '%00',
  '(',
  ')',
  ',',
  '.',
  ':',
  '::',
  '->',
  '->>',
  '!',
  '{',
  '}',
  '[',
  '*',
  '...',
  ' or true',
  ' union select value from shop_private.secrets',
  "'; update shop_private.secrets set value = 'touched'; --",
  '"; update shop_private.secrets set value = $$touched$$; --',
  ') returning (select value from shop_private.secrets)',
  "' || (select value from shop_private.secrets) || '",
  "E'\\x27",
  'ü',
  '\u{1f4a5}',
  '\ud800',
  'and',
  'not.',
  'select',
];

const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 6 })), { maxLength: 5 })
  .chain((parts) =>
    fc.nat({ max: parts.length }).map((at) => parts.toSpliced(at, 0, MARK).join('')),
  );

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

const RELATIONS = ['people', 'people', 'people', 'adults', 'tasks', 'odd "names", (all)', 'notes'];
/** Columns of people, and two relations that it can embed. */
const COLUMNS = ['id', 'id', 'name', 'name', 'profile', 'settings', 'tags', 'age', 'document'];
const EMBEDS = ['clubs', 'people', 'chess_mates', 'manager_id', 'country_id', 'tasks'];

/** A name: mostly a known one, so that the request is planned; else hostile, plain or quoted. */
function nameOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: hostileText.map(quoted) },
    { weight: 1, arbitrary: hostileText },
  );
}

/** A hostile name where any name is valid. It is mostly quoted, so that it parses as a name. */
const freeName = fc.oneof(
  { weight: 8, arbitrary: hostileText.map(quoted) },
  { weight: 1, arbitrary: hostileText },
);

/** Rarely hostile, because the request is mostly rejected then. */
const rarelyHostile = (...valid: string[]) =>
  fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: hostileText },
  );

const columnName = nameOf(COLUMNS);
const rarely = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary });

const jsonPath = rarely(
  fc
    .array(
      fc.tuple(
        fc.constantFrom('->', '->>'),
        fc.oneof(fc.constantFrom('0', '-1', 'city'), freeName),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((steps) => steps.map(([arrow, step]) => arrow + step).join('')),
);
const field = fc.tuple(columnName, jsonPath).map(([name, path]) => name + path);
const alias = rarely(fc.oneof(fc.constant('x'), freeName).map((text) => `${text}:`));
const typeName = rarelyHostile('text', 'varchar', 'json');
const cast = rarely(typeName.map((text) => `::${text}`));
const aggregate = rarely(fc.constantFrom('.count()', '.max()'));

const selectItem = fc.oneof(
  fc.constantFrom('*', 'count()'),
  fc
    .tuple(alias, field, cast, aggregate, cast)
    .map(([name, value, before, function_, after]) => name + value + before + function_ + after),
);

const { select } = fc.letrec<{ select: string; embed: string }>((tie) => ({
  embed: fc
    .tuple(
      alias,
      rarely(fc.constant('...')),
      nameOf(EMBEDS),
      rarely(rarelyHostile('inner', 'left', 'memberships').map((hint) => `!${hint}`)),
      tie('select'),
    )
    .map(
      ([name, spread, relation, hint, inner]) =>
        `${spread || name}${spread && ''}${relation}${hint}(${inner})`,
    ),
  select: fc
    .array(
      fc.oneof(
        { maxDepth: 3, depthIdentifier: 'embeds', withCrossShrink: true },
        selectItem,
        tie('embed'),
      ),
      { maxLength: 3 },
    )
    .map((items) => items.join(',')),
}));

const operator = fc.oneof(
  fc
    .tuple(
      rarely(fc.constant('not.')),
      rarelyHostile('eq', 'neq', 'gt', 'like', 'ilike', 'match', 'cs', 'ov', 'isdistinct', 'wfts'),
    )
    .map((parts) => parts.join('')),
  rarelyHostile('like(any)', 'eq(all)', 'wfts(english)', 'not.plfts(simple)'),
  hostileText.map((text) => `fts(${text})`),
);
const list = fc
  .array(hostileText.map(quoted), { maxLength: 3 })
  .map((values) => `in.(${values.join(',')})`);
const test = (hostileValue: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(operator, hostileValue).map((parts) => parts.join('.')) },
    { weight: 1, arbitrary: list },
    { weight: 1, arbitrary: rarelyHostile('is.null', 'not.is.true', 'is.not_null') },
  );
const condition = fc.tuple(field, test(freeName)).map((parts) => parts.join('.'));
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    condition,
    fc
      .tuple(
        fc.constantFrom('and', 'or', 'not.and', 'not.or'),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, children]) => `${name}(${children.join(',')})`),
  ),
}));

const order = fc
  .tuple(
    fc.oneof(
      field,
      fc.tuple(nameOf(EMBEDS), field).map(([name, inner]) => `${name}(${inner})`),
    ),
    rarely(rarelyHostile('.desc', '.asc.nullslast')),
  )
  .map((parts) => parts.join(''));

const embedPrefix = fc.oneof(
  { weight: 15, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: nameOf(EMBEDS).map((name) => `${name}.`) },
);
const number = fc.oneof(fc.nat({ max: 50 }).map(String), hostileText);

const parameter: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('select'), select) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.tuple(embedPrefix, field).map((parts) => parts.join('')),
      test(hostileText),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.tuple(embedPrefix, fc.constantFrom('or', 'and', 'not.or')).map((parts) => parts.join('')),
      tree.map((inner) => `(${inner})`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      embedPrefix.map((prefix) => `${prefix}order`),
      order,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      embedPrefix.map((prefix) => `${prefix}limit`),
      number,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      embedPrefix.map((prefix) => `${prefix}offset`),
      number,
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('columns', 'on_conflict'), columnName) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.oneof(fc.constantFrom('a', 'b', 'n'), hostileText), hostileText),
  },
);

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const relationPath = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom(...RELATIONS).map((name) => `/${encode(name)}`) },
  { weight: 1, arbitrary: hostileText.map((name) => `/${encode(name)}`) },
);

/** A call with hostile names or values of arguments. */
const call = fc.tuple(
  fc.oneof(
    {
      weight: 15,
      arbitrary: fc.constantFrom('find_people', 'pairs', 'total', 'whole_text', 'add'),
    },
    { weight: 1, arbitrary: hostileText },
  ),
  fc.array(
    fc.tuple(
      rarelyHostile('country', 'n', 'amounts', 'a'),
      fc.oneof(fc.constant('1'), hostileText),
    ),
    { maxLength: 2 },
  ),
);

const objectBody = fc
  .array(
    fc.tuple(
      fc.oneof(
        {
          weight: 15,
          arbitrary: fc.constantFrom('name', 'profile', 'settings', 'body', 'country'),
        },
        { weight: 1, arbitrary: hostileText },
      ),
      fc.oneof(fc.jsonValue({ maxDepth: 1 }), hostileText),
    ),
    { maxLength: 4 },
  )
  .map((entries) => Object.fromEntries(entries));
const body = fc.oneof(
  { weight: 3, arbitrary: objectBody.map((object) => JSON.stringify(object)) },
  {
    weight: 1,
    arbitrary: fc.array(objectBody, { maxLength: 2 }).map((list) => JSON.stringify(list)),
  },
  { weight: 1, arbitrary: hostileText },
);

const headers = fc.record(
  {
    accept: fc.oneof(
      fc.constantFrom(
        '*/*',
        'text/csv',
        'application/vnd.pgrst.object+json',
        'application/vnd.pgrst.plan+text; options=analyze',
        'application/vnd.pgrst.array+json;nulls=stripped',
      ),
      hostileText.map((text) => `${text}, */*`),
    ),
    prefer: fc.oneof(
      fc.constantFrom(
        'return=representation',
        'return=headers-only',
        'count=exact',
        'count=planned',
        'resolution=merge-duplicates,return=representation',
        'missing=default,return=representation',
        'handling=strict,max-affected=1',
      ),
      hostileText.map((text) => `return=representation, timezone=${text}`),
      hostileText,
    ),
    'accept-profile': fc.oneof(
      { weight: 20, arbitrary: fc.constant('shop') },
      { weight: 1, arbitrary: hostileText },
    ),
    'content-profile': fc.oneof(
      { weight: 20, arbitrary: fc.constant('shop') },
      { weight: 1, arbitrary: hostileText },
    ),
    'content-type': fc.constantFrom(
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
    ),
    range: fc.oneof(fc.constant('0-5'), hostileText),
  },
  { requiredKeys: [] },
);

/** Requests with hostile names and values at every position of the grammar. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
    target: fc.oneof(
      {
        weight: 5,
        arbitrary: relationPath.map((path) => ({ path, given: [] as [string, string][] })),
      },
      {
        weight: 1,
        arbitrary: call.map(([name, given]) => ({ path: `/rpc/${encode(name)}`, given })),
      },
    ),
    parameters: fc.array(parameter, { maxLength: 3 }),
    headers,
    body,
  })
  .map(({ method, target, parameters, headers: given, body: text }) => ({
    method,
    path: target.path,
    query: [...target.given, ...parameters]
      .map(([name, content]) => `${encode(name)}=${encode(content)}`)
      .join('&'),
    headers: Object.fromEntries(
      Object.entries(given).map(([name, content]) => [name, asHeader(content)]),
    ),
    body: method === 'POST' || method === 'PATCH' || method === 'PUT' ? text : null,
  }));

/** The part of a text that an HTTP header can contain. */
function asHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').trim();
}
