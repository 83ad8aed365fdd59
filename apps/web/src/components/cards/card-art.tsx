import type { CardTier } from '@beaconpay/domain';
import { CARD_FACES, type CardFaceDesign, type CardFaceName } from './card-faces.ts';

export const TIER_FACES: Readonly<Record<CardTier['id'], CardFaceName>> = {
  standard: 'navy',
  premium: 'amber',
  metal: 'metal',
};

interface CardArtProps {
  face: CardFaceName;
  /** Unique on the page, because gradients are referenced by id. */
  id: string;
}

/** The position of the light in the units of the picture. */
const LANTERN = { x: 340, y: 86 };

/** The picture on a card: the background, its pattern, and a lighthouse with its light. */
export function CardArt({ face, id }: CardArtProps) {
  const design = CARD_FACES[face];
  return (
    <svg
      viewBox="0 0 430 271"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      className="absolute inset-0 -z-10 size-full"
    >
      <Gradients design={design} id={id} />
      <rect width="430" height="271" fill={`url(#${id}-ground)`} />
      {design.motif === 'waves' && <Stars line={design.line} />}
      {design.motif === 'rays' && <Rays line={design.line} />}
      {design.motif === 'brushed' && <Brushed line={design.line} />}
      <g fill={`url(#${id}-beam)`}>
        <path d={`M${LANTERN.x} ${LANTERN.y} -30 -30v150Z`} />
        <path d={`M${LANTERN.x} ${LANTERN.y} 470 30v84Z`} />
      </g>
      <circle cx={LANTERN.x} cy={LANTERN.y} r="105" fill={`url(#${id}-halo)`} />
      <Lighthouse design={design} />
      <Sea design={design} />
      <rect width="430" height="271" fill={`url(#${id}-sheen)`} />
      <rect
        x=".75"
        y=".75"
        width="428.5"
        height="269.5"
        rx="22"
        fill="none"
        stroke={design.line}
        strokeOpacity=".3"
        strokeWidth="1.5"
      />
    </svg>
  );
}

function Gradients({ design, id }: { design: CardFaceDesign; id: string }) {
  const { ground, light, lightStrength } = design;
  const center = { cx: LANTERN.x, cy: LANTERN.y, gradientUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <linearGradient id={`${id}-ground`} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor={ground[0]} />
        <stop offset=".5" stopColor={ground[1]} />
        <stop offset="1" stopColor={ground[2]} />
      </linearGradient>
      <radialGradient id={`${id}-beam`} r="350" {...center}>
        <stop offset="0" stopColor={light} stopOpacity={lightStrength} />
        <stop offset=".5" stopColor={light} stopOpacity={lightStrength * 0.26} />
        <stop offset="1" stopColor={light} stopOpacity="0" />
      </radialGradient>
      <radialGradient id={`${id}-halo`} r="105" {...center}>
        <stop offset="0" stopColor={light} stopOpacity={lightStrength} />
        <stop offset=".25" stopColor={light} stopOpacity={lightStrength * 0.45} />
        <stop offset="1" stopColor={light} stopOpacity="0" />
      </radialGradient>
      <linearGradient id={`${id}-sheen`} x1="0" y1="0" x2="1" y2=".7">
        <stop offset=".3" stopColor="#fff" stopOpacity="0" />
        <stop offset=".46" stopColor="#fff" stopOpacity=".14" />
        <stop offset=".6" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
    </defs>
  );
}

/** Placed on the horizon, away from the text of the card. */
function Lighthouse({ design }: { design: CardFaceDesign }) {
  return (
    <g>
      <g fill={design.tower}>
        <path d="m340 65-10.5 11h21L340 65Z" />
        <path d="M329 95h22v4h-22z" />
        <path d="M333 101h14l7.5 92h-29l7.5-92Z" />
      </g>
      <rect x="333" y="78" width="14" height="15" rx="1.5" fill={design.light} />
      <path
        d="m332.2 112 15.8 4 1.2 14-18.2-5Zm-2.4 29 20.6 6 1.2 14-23-6.5Z"
        fill={design.ground[2]}
        opacity=".55"
      />
    </g>
  );
}

/** The water below the light, which is a calm background for the name and the expiry. */
function Sea({ design }: { design: CardFaceDesign }) {
  const crests = [186, 204, 222, 240, 258];
  return (
    <g>
      <path
        d="M-10 196c70-26 122 14 200-2s122-24 250-4v91H-10Z"
        fill={design.ground[2]}
        fillOpacity=".6"
      />
      <g fill="none" stroke={design.line} strokeWidth="1.3">
        {crests.map((y, index) => (
          <path
            key={y}
            d={`M-10 ${y + 10}c70-26 122 14 200-2s122-24 250-4`}
            strokeOpacity={0.4 - index * 0.065}
          />
        ))}
      </g>
    </g>
  );
}

function Stars({ line }: { line: string }) {
  return (
    <g fill={line} fillOpacity=".6">
      <circle cx="228" cy="26" r="1.3" />
      <circle cx="272" cy="120" r=".9" />
      <circle cx="190" cy="132" r=".8" />
      <circle cx="408" cy="128" r="1.1" />
      <circle cx="300" cy="24" r=".9" />
      <circle cx="248" cy="152" r=".7" />
      <circle cx="392" cy="158" r=".8" />
    </g>
  );
}

function Rays({ line }: { line: string }) {
  const radii = [40, 70, 102, 136, 172, 210, 250, 292];
  return (
    <g fill="none" stroke={line} strokeWidth="1.3">
      {radii.map((radius, index) => (
        <circle
          key={radius}
          cx={LANTERN.x}
          cy={LANTERN.y}
          r={radius}
          strokeOpacity={0.5 - index * 0.048}
        />
      ))}
    </g>
  );
}

function Brushed({ line }: { line: string }) {
  const strokes = Array.from({ length: 68 }, (_, index) => index * 4 + 1);
  return (
    <g stroke={line}>
      {strokes.map((y, index) => (
        <path
          key={y}
          d={`M0 ${y}h430`}
          strokeWidth={index % 3 === 0 ? 1.2 : 0.6}
          strokeOpacity={index % 5 === 0 ? 0.12 : 0.06}
        />
      ))}
    </g>
  );
}
