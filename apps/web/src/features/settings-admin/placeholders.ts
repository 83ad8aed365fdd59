/** The placeholders of reasons. The database has the same (private.reason_placeholders). */
export const REASON_PLACEHOLDERS = ['name', 'amount', 'reference', 'missing'] as const;
/** The placeholders of mails. The database has the same (private.mail_placeholders). */
export const MAIL_PLACEHOLDERS = ['name', 'amount'] as const;

/** The first text in braces, or the first brace, that is not a known placeholder. Null without one. */
export function unknownPlaceholder(template: string, known: readonly string[]): string | null {
  const rest = template.replace(new RegExp(`\\{(?:${known.join('|')})\\}`, 'g'), '');
  return /\{[^{}]{0,40}\}?|\}/.exec(rest)?.[0] ?? null;
}

/** The known placeholders as they are typed: "{name}, {amount}". */
export function listPlaceholders(known: readonly string[]): string {
  return known.map((name) => `{${name}}`).join(', ');
}

/** A template with a value for each of its placeholders. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}
