/**
 * A filter of the data API: the name or the email address contains the text, in upper or lower case.
 * Characters with a meaning for the API or the pattern are escaped. The API cannot escape an asterisk, so
 * that it matches any character.
 */
export function directoryFilter(text: string): string {
  const pattern = text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_');
  const quoted = `"%${pattern.replace(/[\\"]/g, '\\$&')}%"`;
  return `full_name.ilike.${quoted},email.ilike.${quoted}`;
}
