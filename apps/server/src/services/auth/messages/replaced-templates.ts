import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from './mail-layout.ts';
import type { Paragraph } from './mail-paragraphs.ts';

/** The variables of a template, as in `{{ .Token }}`. */
const VARIABLES = [
  'ConfirmationURL',
  'Token',
  'SiteURL',
  'Email',
  'OldEmail',
  'NewEmail',
  'Validity',
  'Time',
  'Device',
  'Network',
  'ResetURL',
] as const;
export type Values = Readonly<Record<(typeof VARIABLES)[number], string>>;

/** A template of the operator that replaces the default one. */
interface ReplacedTemplate {
  /** Subject and text of the file. */
  readonly text: string | null;
  /** The whole HTML part. Without it, the text gets the default layout. */
  readonly html: string | null;
}

export type ReplacedTemplates = ReadonlyMap<string, ReplacedTemplate>;

const ACTION = /\{\{([^{}]*)\}\}/g;
const NAME = /^\s*\.(\w+)\s*$/;
const SUBJECT = /^Subject:[ \t]*(\S.*)$/;

/** @throws Error that names an unknown variable of the template */
function checkVariables(path: string, text: string): void {
  for (const [whole, inner = ''] of text.matchAll(ACTION)) {
    const name = NAME.exec(inner)?.[1];
    if (!VARIABLES.some((known) => known === name)) {
      throw new Error(
        `${path}: ${whole} is not known. There are ${VARIABLES.map((one) => `{{ .${one} }}`).join(', ')}.`,
      );
    }
  }
}

function fill(template: string, values: Values): string {
  return template.replaceAll(ACTION, (_whole, inner: string) => {
    const name = NAME.exec(inner)?.[1] as keyof Values;
    return values[name];
  });
}

/**
 * Reads `<message>.txt` (a line `Subject: …`, an empty line, the text) and `<message>.html` of a folder.
 *
 * @throws Error that names a file with an unknown name or an invalid format
 */
export async function readReplacedTemplates(
  dir: string | null,
  kinds: readonly string[],
): Promise<ReplacedTemplates> {
  const templates = new Map<string, ReplacedTemplate>();
  if (dir === null) return templates;
  const names = await readdir(dir).catch((cause: unknown) => {
    throw new Error(`MAIL_TEMPLATES_DIR: ${dir} cannot be read.`, { cause });
  });
  for (const name of names.filter((one) => /\.(?:txt|html)$/.test(one))) {
    const path = join(dir, name);
    const [, kind = '', suffix = ''] = /^(.*)\.(txt|html)$/.exec(name) ?? [];
    if (!kinds.includes(kind)) {
      throw new Error(`${path} is no message's. There are ${kinds.join(', ')}.`);
    }
    const content = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
    checkVariables(path, content);
    if (suffix === 'txt' && !SUBJECT.test(content.split('\n', 1)[0] ?? '')) {
      throw new Error(`${path} must begin with a line "Subject: …".`);
    }
    const known = templates.get(kind) ?? { text: null, html: null };
    templates.set(kind, { ...known, [suffix === 'txt' ? 'text' : 'html']: content });
  }
  return templates;
}

export interface Wording {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/**
 * "Label:" before the link becomes a button, "Label: " before the code a box, and everything else a
 * paragraph.
 */
function readParagraph(template: string, values: Values): Paragraph {
  const [, actionLabel, link] =
    /^(.+):\s*\n\s*\{\{\s*\.(ConfirmationURL|ResetURL)\s*\}\}\s*$/.exec(template) ?? [];
  if (actionLabel !== undefined) {
    return { kind: 'action', label: fill(actionLabel, values), url: values[link as keyof Values] };
  }
  const [, codeLabel] = /^(.+):\s*\{\{\s*\.Token\s*\}\}\s*$/.exec(template) ?? [];
  if (codeLabel !== undefined) {
    return { kind: 'code', label: fill(codeLabel, values), code: values.Token };
  }
  return { kind: 'text', text: fill(template, values) };
}

export function readWording(template: string, values: Values): Wording {
  const [first = '', ...lines] = template.split('\n');
  // A subject must be one line, whatever an address contains.
  const subject = fill(SUBJECT.exec(first)?.[1] ?? '', values).replaceAll(/[\r\n]+/g, ' ');
  const paragraphs = lines
    .join('\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readParagraph(part, values));
  return { subject, paragraphs };
}

export function fillHtml(template: string, values: Values): string {
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]),
  ) as Values;
  return fill(template, escaped);
}
