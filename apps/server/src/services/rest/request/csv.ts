import { errors } from '../errors.ts';

/** The maximum size of the JSON relative to the CSV: each line repeats the names of the header. */
const MAX_GROWTH = 16;
/** Shorter JSON is accepted whatever its growth. */
const MIN_LIMITED_CHARACTERS = 4_000_000;

function unreadable(problem: string): Error {
  return errors.invalidBody(`The CSV cannot be read: ${problem}`);
}

/** Splits a CSV text (RFC 4180) into cells and skips blank lines. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'plain' | 'quoted' | 'closed' = 'plain';
  const plain = /[^",\r\n]+/y;
  const withinQuotes = /[^"]+/y;
  /** Appends a run of characters to the cell. @returns the index of its last character */
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
 * Converts CSV with a header line to a JSON array of objects. The cell `NULL` stands for null. The JSON
 * is written directly, because building objects first takes longer than parsing the CSV.
 *
 * @throws RestError PGRST102 for wrong quotes, a missing header, a line with a different number of
 *   cells, or JSON that is too large for its CSV
 */
export function csvToJson(text: string): CsvRows {
  const [header, ...lines] = readRows(text);
  if (header === undefined) throw unreadable('there is no header');
  // For a duplicate name the last cell wins, as in JSON.
  const indexByName = new Map(header.map((name, index) => [name, index]));
  const columns = [...indexByName].map(([name, index]) => ({
    key: `${JSON.stringify(name)}:`,
    index,
  }));
  const maxCharacters = Math.max(MIN_LIMITED_CHARACTERS, text.length * MAX_GROWTH);
  let characters = 0;
  const objects = lines.map((line) => {
    if (line.length !== header.length) {
      throw errors.invalidBody('All lines must have same number of fields');
    }
    const members = columns.map(({ key, index }) => {
      const cell = line[index] ?? '';
      return key + (cell === 'NULL' ? 'null' : JSON.stringify(cell));
    });
    const object = `{${members.join(',')}}`;
    characters += object.length + 1;
    if (characters > maxCharacters) {
      throw unreadable('its header is too long for so many lines');
    }
    return object;
  });
  return {
    names: [...indexByName.keys()],
    json: `[${objects.join(',')}]`,
    isEmpty: objects.length === 0,
  };
}
