import { createContext, use } from 'react';

/** What was typed as the email in any of the windows about signing in, which take each other's place. */
export const TypedEmailContext = createContext('');

/** What the email field of such a window begins with. */
export function useTypedEmail(): string {
  return use(TypedEmailContext);
}
