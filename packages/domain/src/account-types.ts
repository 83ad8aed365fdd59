export const ACCOUNT_TYPES = ['personal', 'business', 'admin'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The account types that a visitor can choose at sign-up. Administrators are created separately. */
export const SIGN_UP_ACCOUNT_TYPES = ['personal', 'business'] as const;
type SignUpAccountType = (typeof SIGN_UP_ACCOUNT_TYPES)[number];

export const ACCOUNT_TYPE_LABELS: Readonly<Record<AccountType, string>> = {
  personal: 'Personal',
  business: 'Business',
  admin: 'Admin',
};

interface AccountTypeChoice {
  readonly id: SignUpAccountType;
  readonly label: string;
  /** Shown beside the label; may be empty. */
  readonly note: string;
}

export const ACCOUNT_TYPE_CHOICES: readonly AccountTypeChoice[] = [
  { id: 'personal', label: 'Personal Account', note: '' },
  { id: 'business', label: 'Business Account', note: 'Verification may be required' },
];

export function isAccountType(value: unknown): value is AccountType {
  return ACCOUNT_TYPES.some((accountType) => accountType === value);
}
