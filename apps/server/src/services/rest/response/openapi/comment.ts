/** Splits a database comment into its first line and the rest. */
export function splitComment(comment: string | null): {
  readonly title: string | null;
  readonly rest: string | null;
} {
  if (comment === null) return { title: null, rest: null };
  const end = comment.indexOf('\n');
  if (end < 0) return { title: comment, rest: '' };
  return { title: comment.slice(0, end), rest: comment.slice(end).replace(/^\n+/, '') };
}

/** The summary and the description of an OpenAPI operation. */
export function summaryOf(comment: string | null): { summary?: string; description?: string } {
  const { title, rest } = splitComment(comment);
  return {
    ...(title === null ? {} : { summary: title }),
    ...(rest === null || rest === '' ? {} : { description: rest }),
  };
}
