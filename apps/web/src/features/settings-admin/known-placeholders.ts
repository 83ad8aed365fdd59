import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';
import { listPlaceholders, unknownPlaceholder } from './placeholders.ts';

/** A check that names the first placeholder that is not allowed. */
export function withKnownPlaceholders(allowed: Parameters<typeof unknownPlaceholder>[1]) {
  return z.superRefine<string>((text, context) => {
    const placeholder = unknownPlaceholder(text, allowed);
    if (placeholder === null) return;
    context.issues.push({
      code: 'custom',
      message: m.review_rule_reason_placeholder({
        placeholder,
        allowed: listPlaceholders(allowed),
      }),
      input: text,
      continue: true,
    });
  });
}
