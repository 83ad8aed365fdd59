import { twMerge } from 'tailwind-merge';

type ClassName = string | false | null | undefined;
type ClassNames = ClassName | readonly ClassName[];

/**
 * Joins class names. Two classes for the same property are an error that development and tests report. A
 * primitive marks what its users may override with `base:` (styles/index.css), so nothing is merged at
 * runtime.
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
