import { createContext, use } from 'react';

/** The email address that was typed in one of the auth dialogs. A dialog can replace another one. */
export const TypedEmailContext = createContext('');

/** The initial value of an email field. */
export function useTypedEmail(): string {
  return use(TypedEmailContext);
}
