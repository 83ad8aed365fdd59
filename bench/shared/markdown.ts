import { writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';

export type Row = readonly string[];

export function markdownTable(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats as the rest of the project is formatted. */
export async function writeMarkdown(path: string, text: string): Promise<void> {
  const { code } = await format(path, text);
  await writeFile(path, code);
}

/** Whether a target is reached; what is printed when not is hard to overlook. */
export function verdict(reached: boolean): string {
  return reached ? 'reached' : '**MISSED**';
}
