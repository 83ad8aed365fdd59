import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES, type Locale } from './locale.ts';
import { escapeHtml } from './mail-layout.ts';
import type { Paragraph } from './mail-paragraphs.ts';

/** The variables of a template, such as `{{ .Token }}`. */
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
  'Data.locale',
] as const;
export type Values = Readonly<Record<(typeof VARIABLES)[number], string>>;

/** A template of the operator that replaces a built-in one. */
interface CustomTemplate {
  readonly content: string;
  /** Null for a template of all languages. */
  readonly locale: Locale | null;
}

/** The subject and the text, or the whole HTML part. Without HTML, the text is rendered in the built-in layout. */
type Part = 'text' | 'html';

/** The contents of the files by their names without `.txt` or `.html`: `signup` or `signup.de`. */
export type CustomTemplates = ReadonlyMap<string, Readonly<Partial<Record<Part, string>>>>;

/** The operator's templates of an email. That of the recipient's language has priority. */
export function findCustom(
  templates: CustomTemplates,
  kind: string,
  locale: Locale,
): Readonly<Record<Part, CustomTemplate | null>> {
  const find = (part: Part): CustomTemplate | null => {
    const own = templates.get(`${kind}.${locale}`)?.[part];
    if (own !== undefined) return { content: own, locale };
    const shared = templates.get(kind)?.[part];
    return shared === undefined ? null : { content: shared, locale: null };
  };
  return { text: find('text'), html: find('html') };
}

const ACTION = /\{\{([^{}]*)\}\}/g;
const NAME = /^\s*\.(\w+(?:\.\w+)?)\s*$/;
const SUBJECT = /^Subject:[ \t]*(\S.*)$/;

/** @throws Error that names the unknown variable */
function checkVariables(path: string, text: string): void {
  for (const [whole, inner = ''] of text.matchAll(ACTION)) {
    const name = NAME.exec(inner)?.[1];
    if (!VARIABLES.some((known) => known === name)) {
      throw new Error(
        `${path}: ${whole} is not known. The variables are ${VARIABLES.map((name) => `{{ .${name} }}`).join(', ')}.`,
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
 * Reads the files `<kind>.txt` (a line `Subject: …`, an empty line, the text) and `<kind>.html` of a folder.
 * `<kind>.<language>.txt` and `<kind>.<language>.html` are for recipients with that language.
 *
 * @throws Error that names the invalid file
 */
export async function readCustomTemplates(
  dir: string | null,
  kinds: readonly string[],
): Promise<CustomTemplates> {
  const templates = new Map<string, Partial<Record<Part, string>>>();
  if (dir === null) return templates;
  const names = await readdir(dir).catch((cause: unknown) => {
    throw new Error(`MAIL_TEMPLATES_DIR: ${dir} cannot be read.`, { cause });
  });
  for (const name of names.filter((file) => /\.(?:txt|html)$/.test(file))) {
    const path = join(dir, name);
    const [, key = '', suffix = ''] = /^(.*)\.(txt|html)$/.exec(name) ?? [];
    const [kind = '', language, ...further] = key.split('.');
    if (!kinds.includes(kind) || further.length > 0) {
      throw new Error(
        `${path} does not name an email. The kinds of emails are ${kinds.join(', ')}.`,
      );
    }
    if (language !== undefined && !LOCALES.some((locale) => locale === language)) {
      throw new Error(`${path} does not name a language. The languages are ${LOCALES.join(', ')}.`);
    }
    const content = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
    checkVariables(path, content);
    if (suffix === 'txt' && !SUBJECT.test(content.split('\n', 1)[0] ?? '')) {
      throw new Error(`${path} must begin with a line "Subject: …".`);
    }
    templates.set(key, {
      ...templates.get(key),
      [suffix === 'txt' ? 'text' : 'html']: content,
    });
  }
  return templates;
}

export interface RenderedTemplate {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/** A link below "Label:" becomes a button, and a code after "Label: " a box. Other text is a paragraph. */
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

export function renderCustom(template: string, values: Values): RenderedTemplate {
  const [first = '', ...lines] = template.split('\n');
  // A value with a line break would add a header.
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
