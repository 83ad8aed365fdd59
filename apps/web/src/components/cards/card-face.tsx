import { useId } from 'react';
import { BeaconMark } from '../brand/beacon-mark.tsx';
import { cn } from '../../lib/class-names.ts';
import { CardArt } from './card-art.tsx';
import { CARD_FACES, type CardFaceName } from './card-faces.ts';
import { m } from '../../paraglide/messages.js';

interface CardFaceProps {
  face: CardFaceName;
  /** The text at the upper right of the card. */
  tierName: string;
  cardName: string;
  lastFour: string;
  /** MM/YY */
  expiry: string;
  /** The text beside the card has the same content. */
  isDecorative?: boolean;
  className?: string;
}

/** The front of a card with the proportions of a real one. The text grows with its width. */
export function CardFace({
  face,
  tierName,
  cardName,
  lastFour,
  expiry,
  isDecorative = false,
  className,
}: CardFaceProps) {
  const artId = useId();
  const { ink } = CARD_FACES[face];
  return (
    <div
      data-slot="card-face"
      data-face={face}
      {...(isDecorative
        ? { 'aria-hidden': true }
        : {
            role: 'img',
            'aria-label': m.cards_tiername_card_cardname_ending_in_lastfour({
              tierName,
              cardName,
              lastFour,
              expiry,
            }),
          })}
      className={cn(
        '@container relative isolate aspect-[1.586] w-full overflow-hidden rounded-[5.2%/8.2%] select-none',
        isDecorative ? 'shadow-xs' : 'shadow-lg',
        className,
      )}
    >
      <CardArt face={face} id={artId} />
      <div
        aria-hidden="true"
        // A card looks the same in all languages.
        dir="ltr"
        className={cn('absolute inset-0 flex flex-col justify-between p-[6.5cqw]', ink)}
      >
        <div className="flex items-start justify-between gap-[3cqw]">
          <span className="flex items-center gap-[2cqw] text-[5.6cqw] leading-none font-extrabold tracking-tight">
            <BeaconMark className="size-[9cqw]" />
            BeaconPay
          </span>
          <span className="rounded-full border border-current/35 px-[3cqw] py-[1.3cqw] text-[3.5cqw] leading-none font-semibold">
            {tierName}
          </span>
        </div>
        <div className="flex items-center gap-[3cqw]">
          <Chip />
          <Contactless />
        </div>
        <div className="flex flex-col gap-[2.6cqw]">
          <span className="tabular text-[5.6cqw] leading-none font-semibold tracking-[0.1em] whitespace-nowrap">
            •••• •••• •••• {lastFour}
          </span>
          <div className="flex items-end justify-between gap-[4cqw] text-[4.1cqw] leading-[1.25] font-semibold">
            <span className="min-w-0 truncate">{cardName}</span>
            <span className="tabular shrink-0">{expiry}</span>
          </div>
        </div>
      </div>
    </div>
  );
}

function Chip() {
  return (
    <svg viewBox="0 0 48 36" className="h-[9.5cqw]">
      <rect width="48" height="36" rx="7" fill="#f3cf83" />
      <rect x=".75" y=".75" width="46.5" height="34.5" rx="6.25" fill="none" stroke="#a87318" />
      <path
        d="M0 12h15v12H0m48-12H33v12h15M15 0v36M33 0v36M15 18h18"
        fill="none"
        stroke="#a87318"
        strokeWidth="1.4"
      />
    </svg>
  );
}

function Contactless() {
  return (
    <svg viewBox="0 0 24 28" className="h-[7cqw]" fill="none" stroke="currentColor">
      <g strokeWidth="2.4" strokeLinecap="round" opacity=".85">
        <path d="M4 9c2.4 3 2.4 7 0 10" />
        <path d="M10 5.5c4 5 4 12 0 17" />
        <path d="M16 2c6 7.5 6 16.5 0 24" />
      </g>
    </svg>
  );
}
