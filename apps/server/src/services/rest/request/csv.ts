import { failures } from '../errors.ts';

/** Cells of one CSV text; quotes are doubled inside quoted cells. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',') endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/**
 * Turns CSV with a header line into objects; the cell `NULL` stands for null.
 *
 * @throws RestError PGRST102 when a line has another number of cells than the header
 */
export function csvToObjects(text: string): Record<string, string | null>[] {
  const [header = [], ...lines] = readRows(text);
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
