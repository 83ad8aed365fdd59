import { searchText } from '@beaconpay/domain';

/**
 * A filter of the data API: the name or the email address contains the text, without regard to case and, in names,
 * to accents. Characters with a meaning for the API or the pattern are escaped. The API cannot escape an asterisk,
 * so that it matches any character.
 */
export function directoryFilter(text: string): string {
  const typed = text.trim();
  return `search_name.like.${containing(searchText(typed))},email.ilike.${containing(typed)}`;
}

function containing(text: string): string {
  const pattern = text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_');
  return `"%${pattern.replace(/[\\"]/g, '\\$&')}%"`;
}
