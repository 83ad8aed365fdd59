/** The designs of cards: one for each tier, and three for the cards of the research tab. */
export type CardFaceName = 'navy' | 'amber' | 'metal' | 'harbor' | 'dusk' | 'fog';

export interface CardFaceDesign {
  /** The gradient from the upper left to the lower right. */
  readonly ground: readonly [string, string, string];
  /** The color of the lines drawn on it. */
  readonly line: string;
  /** The color of the beacon's light. */
  readonly light: string;
  /** The strength of the light, 0 to 1. */
  readonly lightStrength: number;
  /** The color of the lighthouse. */
  readonly tower: string;
  /** The pattern on the background. */
  readonly motif: 'waves' | 'rays' | 'brushed';
  /** The text color, as a class. */
  readonly ink: string;
}

export const CARD_FACES: Readonly<Record<CardFaceName, CardFaceDesign>> = {
  navy: {
    ground: ['#1b4a86', '#0d2a52', '#06152b'],
    line: '#7db2ff',
    light: '#ffb938',
    lightStrength: 0.62,
    tower: '#c9dcf7',
    motif: 'waves',
    ink: 'text-white',
  },
  amber: {
    ground: ['#ffd98a', '#ffb938', '#ee8f14'],
    line: '#fff6e0',
    light: '#fffaf0',
    lightStrength: 0.75,
    tower: '#fff8ea',
    motif: 'rays',
    ink: 'text-[var(--primary-foreground)]',
  },
  metal: {
    ground: ['#4d5560', '#23282f', '#0e1115'],
    line: '#e8edf4',
    light: '#f6e3bb',
    lightStrength: 0.42,
    tower: '#aab4c1',
    motif: 'brushed',
    ink: 'text-white',
  },
  harbor: {
    ground: ['#17746f', '#0c4a56', '#07263a'],
    line: '#8fe3d0',
    light: '#ffe0a3',
    lightStrength: 0.45,
    tower: '#c9ece2',
    motif: 'waves',
    ink: 'text-white',
  },
  dusk: {
    ground: ['#7a3d63', '#3f2757', '#151b40'],
    line: '#ffc98a',
    light: '#ffb26b',
    lightStrength: 0.6,
    tower: '#e9c9d3',
    motif: 'rays',
    ink: 'text-white',
  },
  fog: {
    ground: ['#f3f7fc', '#d5e0ee', '#b0c1d8'],
    line: '#ffffff',
    light: '#ffffff',
    lightStrength: 0.8,
    tower: '#ffffff',
    motif: 'waves',
    ink: 'text-[var(--primary-foreground)]',
  },
};
