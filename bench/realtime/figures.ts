import type { ApiFigures } from './beside.ts';
import type { ChangesFigures } from './measure-changes.ts';
import type { DecisionFigures } from './measure-decisions.ts';
import type { FanOutFigures } from './measure-fan-out.ts';
import type { IdleFigures } from './measure-idle.ts';

/** All that a run has found. */
export interface RealtimeFigures {
  /** A process may not have so many files open everywhere. */
  readonly wantedSockets: number;
  readonly idle: readonly IdleFigures[];
  readonly fanOut: FanOutFigures;
  readonly changes: readonly ChangesFigures[];
  readonly decisions: readonly DecisionFigures[];
  readonly api: readonly ApiFigures[];
}
