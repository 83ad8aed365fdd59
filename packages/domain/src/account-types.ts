export const ACCOUNT_TYPES = ['personal', 'business', 'admin'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The account types that a visitor can choose at sign-up. Administrators are created separately. */
export const SIGN_UP_ACCOUNT_TYPES = ['personal', 'business'] as const;

export function isAccountType(value: unknown): value is AccountType {
  return ACCOUNT_TYPES.some((accountType) => accountType === value);
}
