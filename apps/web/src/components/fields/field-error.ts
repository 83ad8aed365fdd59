import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { readBackendError } from '../../lib/backend-error.ts';
import { errorMessage } from '../../lib/error-message.ts';

/** The field that each error code of the backend is about. */
export type FieldsByCode<Values extends FieldValues> = Partial<Record<string, FieldPath<Values>>>;

/** Shows the backend's error at the field that its code is about, if any, and moves the focus there. */
export function showFieldError<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: FieldsByCode<Values>,
  error: unknown,
): void {
  const field = fields[readBackendError(error).key];
  if (field === undefined) return;
  setError(field, { message: errorMessage(error) }, { shouldFocus: true });
}
