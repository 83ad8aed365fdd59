/** The first line of a comment, and what follows it after blank lines. */
export function splitComment(comment: string | null): {
  readonly title: string | null;
  readonly rest: string | null;
} {
  if (comment === null) return { title: null, rest: null };
  const end = comment.indexOf('\n');
  if (end < 0) return { title: comment, rest: '' };
  return { title: comment.slice(0, end), rest: comment.slice(end).replace(/^\n+/, '') };
}

/** As an operation says it. */
export function summaryOf(comment: string | null): { summary?: string; description?: string } {
  const { title, rest } = splitComment(comment);
  return {
    ...(title === null ? {} : { summary: title }),
    ...(rest === null || rest === '' ? {} : { description: rest }),
  };
}
