import { readCatalog, type Query } from './schema-catalog.ts';
import { renderTypes } from './render-types.ts';

export type { Query } from './schema-catalog.ts';

/** The text generated.ts should have for the database that `query` reaches. */
export async function generateDatabaseTypes(query: Query): Promise<string> {
  return renderTypes(await readCatalog(query));
}
