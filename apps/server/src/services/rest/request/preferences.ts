/** What the `Prefer` header asks for; the first of a kind wins. */
export interface Preferences {
  readonly return: 'minimal' | 'headers-only' | 'representation' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly handling: 'strict' | 'lenient' | null;
  readonly transaction: 'commit' | 'rollback' | null;
  readonly timezone: string | null;
  readonly maxAffected: number | null;
  /** What is not understood, in the order given. */
  readonly invalid: readonly string[];
}

export interface PreferenceRules {
  readonly timezones: ReadonlySet<string>;
  readonly transactionOverride: boolean;
}

const CHOICES = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

export const NO_PREFERENCES: Preferences = {
  return: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  transaction: null,
  timezone: null,
  maxAffected: null,
  invalid: [],
};

/** Reads all `Prefer` headers, joined by commas. */
export function parsePreferences(header: string | undefined, rules: PreferenceRules): Preferences {
  if (header === undefined || header === '') return NO_PREFERENCES;
  const found: Record<string, string> = {};
  const invalid: string[] = [];
  for (const raw of header.split(',')) {
    const preference = raw.trim();
    if (preference === '') continue;
    const separator = preference.indexOf('=');
    const name = separator < 0 ? preference : preference.slice(0, separator);
    const value = separator < 0 ? '' : preference.slice(separator + 1);
    if (isAcceptable(name, value, rules)) found[name] ??= value;
    else invalid.push(preference);
  }
  return {
    return: (found.return as Preferences['return'] | undefined) ?? null,
    count: (found.count as Preferences['count'] | undefined) ?? null,
    resolution: (found.resolution as Preferences['resolution'] | undefined) ?? null,
    missing: (found.missing as Preferences['missing'] | undefined) ?? null,
    handling: (found.handling as Preferences['handling'] | undefined) ?? null,
    transaction: rules.transactionOverride
      ? ((found.tx as Preferences['transaction'] | undefined) ?? null)
      : null,
    timezone: found.timezone ?? null,
    maxAffected: found['max-affected'] === undefined ? null : Number(found['max-affected']),
    invalid,
  };
}

function isAcceptable(name: string, value: string, rules: PreferenceRules): boolean {
  if (name === 'timezone') return rules.timezones.has(value);
  if (name === 'max-affected') return /^\d{1,15}$/.test(value);
  const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name as keyof typeof CHOICES] : [];
  return (choices as readonly string[]).includes(value);
}

type PreferenceKind = Exclude<keyof Preferences, 'invalid'>;

/** The `Preference-Applied` header: those of `kinds` that were given, or null when none was. */
export function appliedPreferences(
  preferences: Preferences,
  kinds: readonly PreferenceKind[],
): string | null {
  const order: readonly [PreferenceKind, string][] = [
    ['resolution', 'resolution'],
    ['missing', 'missing'],
    ['return', 'return'],
    ['count', 'count'],
    ['transaction', 'tx'],
    ['handling', 'handling'],
    ['timezone', 'timezone'],
    ['maxAffected', 'max-affected'],
  ];
  const applied = order
    .filter(([kind]) => kinds.includes(kind) && preferences[kind] !== null)
    // Only strict handling enforces it.
    .filter(([kind]) => kind !== 'maxAffected' || preferences.handling === 'strict')
    .map(([kind, name]) => `${name}=${preferences[kind]}`);
  return applied.length === 0 ? null : applied.join(', ');
}
