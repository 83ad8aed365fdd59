import { useMemo } from 'react';

/** An unfinished note of this administrator about a record or an account, in the storage of the tab. */
export function useStoredNote(adminId: string, subjectId: string) {
  return useMemo(() => {
    const key = `beaconpay-note:${adminId}:${subjectId}`;
    return {
      read(): string {
        try {
          return sessionStorage.getItem(key) ?? '';
        } catch {
          // The browser blocks storage.
          return '';
        }
      },
      write(body: string): void {
        try {
          if (body === '') sessionStorage.removeItem(key);
          else sessionStorage.setItem(key, body);
        } catch {
          // The note stays in the form.
        }
      },
    };
  }, [adminId, subjectId]);
}
