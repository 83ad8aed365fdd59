/** The source of a view's column. */
interface ViewColumnSource {
  /** The position of the column in the view, from 1. */
  readonly number: number;
  readonly relationId: number;
  readonly columnNumber: number;
}

const TOKEN = /[(){}]|(?:\\.|[^\s(){}\\])+/gs;
/** The depth of the outermost QUERY's fields: a parenthesis and a brace. */
const QUERY_DEPTH = 2;
const TARGET_ENTRY_DEPTH = 4;

/**
 * Finds the columns of a view that are plain columns of another relation. Postgres stores the source in
 * each TARGETENTRY of the outermost query (`resorigtbl` and `resorigcol`).
 *
 * @param tree `pg_rewrite.ev_action` of the view's rule, as text
 */
export function findViewColumnSources(tree: string): ViewColumnSource[] {
  const sources: ViewColumnSource[] = [];
  let depth = 0;
  let inTargetList = false;
  let entry: Record<string, number> | null = null;
  let pendingField: string | null = null;

  for (const [token] of tree.matchAll(TOKEN)) {
    if (token === '(' || token === '{') {
      depth += 1;
    } else if (token === ')' || token === '}') {
      if (depth === TARGET_ENTRY_DEPTH && entry !== null) {
        addSource(sources, entry);
        entry = null;
      }
      depth -= 1;
    } else if (depth === QUERY_DEPTH && token.startsWith(':')) {
      if (inTargetList) break;
      inTargetList = token === ':targetList';
    } else if (inTargetList && depth === TARGET_ENTRY_DEPTH) {
      if (token === 'TARGETENTRY') entry = {};
      else if (token.startsWith(':')) pendingField = token.slice(1);
      else if (pendingField !== null && entry !== null) {
        entry[pendingField] = Number(token);
        pendingField = null;
      }
    }
  }
  return sources;
}

function addSource(sources: ViewColumnSource[], entry: Readonly<Record<string, number>>): void {
  const { resno, resorigtbl, resorigcol } = entry;
  if (resno === undefined || !resorigtbl || !resorigcol) return;
  sources.push({ number: resno, relationId: resorigtbl, columnNumber: resorigcol });
}
