import { failures } from '../errors.ts';

function unreadable(problem: string): Error {
  return failures.invalidBody(`The CSV cannot be read: ${problem}`);
}

/** Cells of one CSV text (RFC 4180); quotes are doubled inside quoted cells, blank lines skipped. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'plain' | 'quoted' | 'closed' = 'plain';
  const endCell = () => {
    row.push(cell);
    cell = '';
    state = 'plain';
  };
  const endRow = () => {
    if (row.length === 0 && cell === '' && state === 'plain') return;
    endCell();
    rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (state === 'quoted') {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else state = 'closed';
    } else if (character === ',') endCell();
    else if (character === '\n') endRow();
    else if (character === '\r') continue;
    else if (state === 'closed' || (character === '"' && cell !== '')) {
      throw unreadable('a quote stands within a cell');
    } else if (character === '"') state = 'quoted';
    else cell += character;
  }
  if (state === 'quoted') throw unreadable('a quoted cell does not end');
  endRow();
  return rows;
}

/**
 * Turns CSV with a header line into objects; the cell `NULL` stands for null.
 *
 * @throws RestError PGRST102 when quotes are wrong, there is no header, or a line has another
 *   number of cells than the header
 */
export function csvToObjects(text: string): Record<string, string | null>[] {
  const [header, ...lines] = readRows(text);
  if (header === undefined) throw unreadable('there is no header');
  return lines.map((line) => {
    if (line.length !== header.length) {
      throw failures.invalidBody('All lines must have same number of fields');
    }
    return Object.fromEntries(
      header.map((name, index) => {
        const cell = line[index] ?? '';
        return [name, cell === 'NULL' ? null : cell];
      }),
    );
  });
}
