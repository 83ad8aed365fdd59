const CHOICES = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

type Choices = {
  readonly [Kind in keyof typeof CHOICES]: (typeof CHOICES)[Kind][number] | null;
};

/** The parsed `Prefer` header. The first preference of a kind wins. */
export interface Preferences extends Choices {
  readonly timezone: string | null;
  readonly maxAffected: number | null;
  /** Unknown or invalid preferences, in the order given. */
  readonly invalid: readonly string[];
}

export interface PreferenceRules {
  readonly timezones: ReadonlySet<string>;
  readonly transactionOverride: boolean;
}

const NO_PREFERENCES: Preferences = {
  return: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  tx: null,
  timezone: null,
  maxAffected: null,
  invalid: [],
};

/** @param header all `Prefer` headers, joined by commas */
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
  const chosen = found as Partial<Choices>;
  return {
    return: chosen.return ?? null,
    count: chosen.count ?? null,
    resolution: chosen.resolution ?? null,
    missing: chosen.missing ?? null,
    handling: chosen.handling ?? null,
    tx: rules.transactionOverride ? (chosen.tx ?? null) : null,
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
const APPLIED_ORDER: readonly PreferenceKind[] = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'maxAffected',
];

/** The `Preference-Applied` header: the given preferences of these kinds; null without any. */
export function appliedPreferences(
  preferences: Preferences,
  kinds: readonly PreferenceKind[],
): string | null {
  const applied = APPLIED_ORDER.filter(
    // max-affected applies only with strict handling.
    (kind) =>
      kinds.includes(kind) &&
      preferences[kind] !== null &&
      (kind !== 'maxAffected' || preferences.handling === 'strict'),
  ).map((kind) => `${kind === 'maxAffected' ? 'max-affected' : kind}=${preferences[kind]}`);
  return applied.length === 0 ? null : applied.join(', ');
}
