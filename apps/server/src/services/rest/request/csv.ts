import { failures } from '../errors.ts';

/** What lines grow by, where each says the names in the header again: no table of one's own comes near. */
const MOST_GROWTH = 16;
/** Shorter than this it may be, however much it grew. */
const SHORT_JSON_CHARACTERS = 4_000_000;

function unreadable(problem: string): Error {
  return failures.invalidBody(`The CSV cannot be read: ${problem}`);
}

/** Cells of one CSV text (RFC 4180); quotes are doubled inside quoted cells, blank lines skipped. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'plain' | 'quoted' | 'closed' = 'plain';
  // Each begins with a character that is known to fit.
  const plain = /[^",\r\n]+/y;
  const withinQuotes = /[^"]+/y;
  /** Takes what is part of the cell as one piece. @returns where it ends */
  const takeRun = (run: RegExp, start: number): number => {
    run.lastIndex = start;
    const [piece = ''] = run.exec(text) ?? [];
    cell += piece;
    return start + piece.length - 1;
  };
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
    const character = text[index];
    if (state === 'quoted') {
      if (character === '"' && text[index + 1] !== '"') state = 'closed';
      else if (character === '"') {
        cell += '"';
        index += 1;
      } else index = takeRun(withinQuotes, index);
    } else if (character === ',') endCell();
    else if (character === '\n') endRow();
    else if (character === '\r') continue;
    else if (state === 'closed' || (character === '"' && cell !== '')) {
      throw unreadable('a quote stands within a cell');
    } else if (character === '"') state = 'quoted';
    else index = takeRun(plain, index);
  }
  if (state === 'quoted') throw unreadable('a quoted cell does not end');
  endRow();
  return rows;
}

interface CsvRows {
  readonly names: readonly string[];
  /** One object for each line. */
  readonly json: string;
  readonly isEmpty: boolean;
}

/**
 * Turns CSV with a header line into a JSON list of objects; the cell `NULL` stands for null. It is
 * written at once: objects in between would cost more than reading the whole text.
 *
 * @throws RestError PGRST102 when quotes are wrong, there is no header, a line has another number
 *   of cells than the header, or a long header is said again too often
 */
export function csvToJson(text: string): CsvRows {
  const [header, ...lines] = readRows(text);
  if (header === undefined) throw unreadable('there is no header');
  // Of a name that comes twice the last cell counts, as in JSON.
  const places = new Map(header.map((name, index) => [name, index]));
  const columns = [...places].map(([name, index]) => ({ key: `${JSON.stringify(name)}:`, index }));
  const mostCharacters = Math.max(SHORT_JSON_CHARACTERS, text.length * MOST_GROWTH);
  let characters = 0;
  const objects = lines.map((line) => {
    if (line.length !== header.length) {
      throw failures.invalidBody('All lines must have same number of fields');
    }
    const members = columns.map(({ key, index }) => {
      const cell = line[index] ?? '';
      return key + (cell === 'NULL' ? 'null' : JSON.stringify(cell));
    });
    const object = `{${members.join(',')}}`;
    characters += object.length + 1;
    if (characters > mostCharacters) {
      throw unreadable('its header is too long for so many lines');
    }
    return object;
  });
  return {
    names: [...places.keys()],
    json: `[${objects.join(',')}]`,
    isEmpty: objects.length === 0,
  };
}
