/** How the data API is set up. */
export interface RestSettings {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  /** Most rows of one answer; 0 for no cap. */
  readonly maxRows: number;
  readonly planEnabled: boolean;
  readonly aggregatesEnabled: boolean;
  readonly txEnd: 'commit' | 'commit-allow-override' | 'rollback';
  /** A function that runs before every request, `name` or `schema.name`. */
  readonly preRequest: string | null;
  /** Longest body of one answer; 0 for no limit. */
  readonly maxResponseBytes: number;
}

/** The row cap as a number of rows, null when there is none. */
export function maxRowsOf(settings: RestSettings): number | null {
  return settings.maxRows === 0 ? null : settings.maxRows;
}

export function maxResponseBytesOf(settings: RestSettings): number | null {
  return settings.maxResponseBytes === 0 ? null : settings.maxResponseBytes;
}
