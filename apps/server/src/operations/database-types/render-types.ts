import type {
  Catalog,
  CatalogColumn,
  CatalogEnum,
  CatalogFunction,
  CatalogRelationship,
} from './schema-catalog.ts';

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);

const HEADER = `// Generated from the database by \`npm run db:types\`. Never edited by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]
`;

/** The text of a module with the Database type that createClient<Database>() understands. */
export function renderTypes(catalog: Catalog): string {
  const tables = relationsOf(catalog, 'table').map((name) => renderTable(catalog, name));
  const views = relationsOf(catalog, 'view').map((name) => renderView(catalog, name));
  const enums = catalog.enums.map(({ name, values }) => `${key(name)}: ${union(values)}`);
  const schema = [
    block('Tables', tables),
    block('Views', views),
    block('Functions', renderFunctions(catalog)),
    block('Enums', enums),
    block('CompositeTypes', []),
  ];
  const version = block('__InternalSupabase', ['PostgrestVersion: "14.1"']);
  const database = indent([version, block('public', schema)].join('\n'));
  return `${HEADER}\nexport type Database = {\n${database}\n}\n`;
}

function relationsOf(catalog: Catalog, kind: CatalogColumn['kind']): string[] {
  const names = catalog.columns
    .filter((column) => column.kind === kind)
    .map(({ relation }) => relation);
  return [...new Set(names)];
}

function renderTable(catalog: Catalog, name: string): string {
  const columns = catalog.columns.filter(({ relation }) => relation === name);
  const written = (column: CatalogColumn, optional: boolean) =>
    column.always_generated
      ? `${key(column.name)}?: never`
      : `${key(column.name)}${optional ? '?' : ''}: ${columnType(catalog, column)}`;
  return block(name, [
    block(
      'Row',
      columns.map((column) => `${key(column.name)}: ${columnType(catalog, column)}`),
    ),
    block(
      'Insert',
      columns.map((column) => written(column, column.nullable || column.has_default)),
    ),
    block(
      'Update',
      columns.map((column) => written(column, true)),
    ),
    renderRelationships(catalog, name),
  ]);
}

function renderView(catalog: Catalog, name: string): string {
  const columns = catalog.columns.filter(({ relation }) => relation === name);
  return block(name, [
    block(
      'Row',
      columns.map((column) => `${key(column.name)}: ${columnType(catalog, column)}`),
    ),
    renderRelationships(catalog, name),
  ]);
}

function renderRelationships(catalog: Catalog, name: string): string {
  const relationships = catalog.relationships.filter(({ relation }) => relation === name);
  if (relationships.length === 0) {
    return 'Relationships: []';
  }
  return `Relationships: [\n${indent(relationships.map(renderRelationship).join('\n'))}\n]`;
}

function renderRelationship(relationship: CatalogRelationship): string {
  const lines = [
    `foreignKeyName: ${JSON.stringify(relationship.name)}`,
    `columns: [${relationship.columns.map((name) => JSON.stringify(name)).join(', ')}]`,
    `isOneToOne: ${relationship.one_to_one}`,
    `referencedRelation: ${JSON.stringify(relationship.referenced_relation)}`,
    `referencedColumns: [${relationship.referenced_columns.map((name) => JSON.stringify(name)).join(', ')}]`,
  ];
  return `{\n${indent(lines.join('\n'))}\n},`;
}

function renderFunctions(catalog: Catalog): string[] {
  const names = [...new Set(catalog.functions.map(({ name }) => name))];
  return names.map((name) => {
    const overloads = catalog.functions.filter((routine) => routine.name === name);
    return `${key(name)}: ${overloads.map((routine) => renderFunction(catalog, routine)).join(' | ')}`;
  });
}

function renderFunction(catalog: Catalog, routine: CatalogFunction): string {
  const parameters = routine.arguments.map(
    ({ name, type, optional }) =>
      `${key(name)}${optional ? '?' : ''}: ${typeScriptType(catalog.enums, type)}`,
  );
  const args = parameters.length === 0 ? 'never' : `{ ${parameters.join('; ')} }`;
  const result = returnType(catalog, routine) + (routine.returns_set ? '[]' : '');
  return `{ Args: ${args}; Returns: ${result} }`;
}

function returnType(catalog: Catalog, routine: CatalogFunction): string {
  if (routine.return_columns.length > 0) {
    const columns = routine.return_columns.map(
      ({ name, type }) => `${key(name)}: ${typeScriptType(catalog.enums, type)}`,
    );
    return `{ ${columns.join('; ')} }`;
  }
  if (routine.return_relation !== null) {
    const isTable = relationsOf(catalog, 'table').includes(routine.return_relation);
    const kind = isTable ? 'Tables' : 'Views';
    return `Database["public"]["${kind}"]["${routine.return_relation}"]["Row"]`;
  }
  return routine.return_type === 'void'
    ? 'undefined'
    : typeScriptType(catalog.enums, routine.return_type);
}

function columnType(catalog: Catalog, column: CatalogColumn): string {
  const type = typeScriptType(catalog.enums, column.type);
  return column.nullable ? `${type} | null` : type;
}

/** What a value of a Postgres type is in the JSON the data API sends. */
function typeScriptType(enums: readonly CatalogEnum[], type: string): string {
  if (type.startsWith('_')) {
    return `${typeScriptType(enums, type.slice(1))}[]`;
  }
  if (enums.some(({ name }) => name === type)) {
    return `Database["public"]["Enums"][${JSON.stringify(type)}]`;
  }
  if (NUMBERS.has(type)) {
    return 'number';
  }
  if (type === 'bool') {
    return 'boolean';
  }
  return type === 'json' || type === 'jsonb' ? 'Json' : 'string';
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ');
}

function block(name: string, lines: readonly string[]): string {
  return lines.length === 0
    ? `${key(name)}: {\n  [_ in never]: never\n}`
    : `${key(name)}: {\n${indent(lines.join('\n'))}\n}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
