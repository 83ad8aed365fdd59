import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { readBackendError } from '../../lib/backend-error.ts';
import { errorMessage } from '../../lib/error-message.ts';

/** The field of each error code of the backend. */
export type FieldsByCode<Values extends FieldValues> = Partial<Record<string, FieldPath<Values>>>;

/** Shows an error of the backend at the field of its code, if there is one, and focuses the field. */
export function showFieldError<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: FieldsByCode<Values>,
  error: unknown,
): void {
  const field = fields[readBackendError(error).key];
  if (field === undefined) return;
  setError(field, { message: errorMessage(error) }, { shouldFocus: true });
}
