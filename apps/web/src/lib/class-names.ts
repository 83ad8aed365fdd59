import { twMerge } from 'tailwind-merge';

type ClassName = string | false | null | undefined;
type ClassNames = ClassName | readonly ClassName[];

/**
 * Joins class names. Two for the same property are a mistake, found while developing and testing:
 * what a primitive's user may change is marked `base:` in the primitive (styles/index.css), so
 * that nothing has to be merged in the browser.
 */
export function cn(...classNames: ClassNames[]): string {
  const joined = classNames.flat().filter(Boolean).join(' ');
  if (import.meta.env.DEV) refuseConflicts(joined);
  return joined;
}

function refuseConflicts(joined: string): void {
  const merged = twMerge(joined).split(' ');
  const lost = joined.split(' ').filter((className) => !merged.includes(className));
  if (lost.length > 0) {
    throw new Error(`Class names that others override: ${lost.join(' ')}, in "${joined}".`);
  }
}
