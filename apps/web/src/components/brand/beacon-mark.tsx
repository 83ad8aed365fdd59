import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

/** The mark: a lighthouse with two beams over the sea at night. */
export function BeaconMark({ className, ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
      className={cn('base:size-9 shrink-0', className)}
      {...props}
    >
      <rect width="48" height="48" rx="13" fill="#0b2447" />
      <path d="M22 15.5 3 9.5v11l19-3Z" fill="#ffb938" opacity=".55" />
      <path d="m26 15.5 19-6v11l-19-3Z" fill="#ffb938" opacity=".95" />
      <path d="M24 6.5 18.5 12h11L24 6.5Z" fill="#fff" />
      <rect x="20" y="13" width="8" height="7" rx="1.4" fill="#ffb938" />
      <path d="M20.2 21.5h7.6L30.5 38h-13l2.7-16.5Z" fill="#fff" />
      <path
        d="m19.3 27 .7-4h8l.7 4h-9.4ZM18.3 33l.6-3.5h10.2l.6 3.5H18.3Z"
        fill="#0b2447"
        opacity=".16"
      />
      <path
        d="M8 40c2.7 0 2.7 1.8 5.3 1.8S16 40 18.7 40s2.6 1.8 5.3 1.8 2.7-1.8 5.3-1.8 2.7 1.8 5.4 1.8S37.3 40 40 40"
        fill="none"
        stroke="#6fa8ff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
