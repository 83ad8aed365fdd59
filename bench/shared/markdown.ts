import { writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';

export type Row = readonly string[];

export function markdownTable(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Writes a Markdown file in the format of the project. */
export async function writeMarkdown(path: string, text: string): Promise<void> {
  const { code } = await format(path, text);
  await writeFile(path, code);
}

/** Whether a target is reached. A missed target is printed in bold. */
export function verdict(reached: boolean): string {
  return reached ? 'reached' : '**MISSED**';
}
