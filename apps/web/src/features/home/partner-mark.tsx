import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

export type PartnerShape = 'harbor' | 'leaf' | 'summit' | 'orbit' | 'tiles' | 'beam';

const shapes: Record<PartnerShape, ReactNode> = {
  harbor: <path d="M3 15h18l-3 5H6l-3-5Zm8-12h2v10h-2V3Zm3.5 2 5 7h-5V5Z" />,
  leaf: (
    <path d="M20 3c0 10-5 16-13 16l-3 2 1.5-4C2 8 10 4 20 3Zm-4 4c-5 2-8 5-9.5 9C11 14.5 14 12 16 7Z" />
  ),
  summit: <path d="M9.5 5 17 20H2L9.5 5Zm6.5 5 6 10h-3.5l-4.2-7.5L16 10Z" />,
  orbit: (
    <path d="M12 2a10 10 0 1 0 10 10h-3a7 7 0 1 1-7-7V2Zm0 6a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm7-5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z" />
  ),
  tiles: <path d="M3 3h8v8H3V3Zm10 0h8v4h-8V3Zm0 6h8v12h-8V9ZM3 13h8v8H3v-8Z" />,
  beam: (
    <path d="M10 9h4l2 12H8l2-12Zm2-7a3 3 0 0 1 3 3v2H9V5a3 3 0 0 1 3-3ZM7 5 1 3v5l6-1V5Zm10 0 6-2v5l-6-1V5Z" />
  ),
};

/** The drawn logo of an invented company. */
export function PartnerMark({ shape, className }: { shape: PartnerShape; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={cn('base:size-7 shrink-0 fill-current', className)}
    >
      {shapes[shape]}
    </svg>
  );
}
