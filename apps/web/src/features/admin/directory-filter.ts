/**
 * A data API condition: name or e-mail address contains the text, whatever its case. What the text
 * holds of the API's and the pattern's own signs stands for itself; only an asterisk, which the API
 * cannot take literally, matches any one character.
 */
export function directoryFilter(text: string): string {
  const pattern = text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_');
  const quoted = `"%${pattern.replace(/[\\"]/g, '\\$&')}%"`;
  return `full_name.ilike.${quoted},email.ilike.${quoted}`;
}
