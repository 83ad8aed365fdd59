import { m } from '../../../paraglide/messages.js';
import { withoutMarks } from './isolated-values.ts';
import type { Locale } from './locale.ts';
import type { Fact } from './occasion.ts';

/** The content of an email, independent of its layout. */
export type Paragraph =
  | { readonly kind: 'text'; readonly text: string }
  /** A button in HTML, the URL in plain text. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] };

export function renderText(paragraphs: readonly Paragraph[], locale: Locale): string {
  const labelled = (label: string, value: string) =>
    m.mail_label_value({ label, value }, { locale });
  const parts = paragraphs.map((paragraph) => {
    switch (paragraph.kind) {
      case 'text':
        return paragraph.text;
      case 'action':
        return `${m.mail_label({ label: paragraph.label }, { locale })}\n${paragraph.url}`;
      case 'code':
        return labelled(paragraph.label, paragraph.code);
      case 'facts':
        return paragraph.facts.map(({ label, value }) => labelled(label, value)).join('\n');
    }
  });
  const text = `${parts.join('\n\n')}\n`;
  return m.language_direction({}, { locale }) === 'rtl' ? text : withoutMarks(text);
}
