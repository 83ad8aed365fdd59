import { useEffect, useState } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from '../../lib/zod.ts';
import { toast } from './toast-store.ts';
import { m } from '../../paraglide/messages.js';

export interface FormRules<Values extends FieldValues, Output> {
  resolver: Resolver<Values, unknown, Output>;
  /** Submits after the schema has loaded, or reports that it did not load. One submission at a time. */
  submitByRules: (submit: () => Promise<void>) => Promise<void>;
}

/**
 * The schema of a form in the first view. Nothing is validated before the submission, so schema and resolver
 * are loaded at the first focus.
 */
export function useFormRules<Values extends FieldValues, Output>(
  loadSchema: () => Promise<z.core.$ZodType<Output, Values>>,
): FormRules<Values, Output> {
  const [{ load, ...rules }] = useState(() => createFormRules(loadSchema));

  useEffect(() => {
    // A failure is reported when the form is submitted.
    const fetchRules = () => void load().catch(() => undefined);
    document.addEventListener('focusin', fetchRules, { once: true });
    return () => document.removeEventListener('focusin', fetchRules);
  }, [load]);

  return rules;
}

function createFormRules<Values extends FieldValues, Output>(
  loadSchema: () => Promise<z.core.$ZodType<Output, Values>>,
): FormRules<Values, Output> & { load: () => Promise<unknown> } {
  let isSubmitting = false;

  // If a chunk did not load, the next call loads it again.
  async function load(): Promise<Resolver<Values, unknown, Output>> {
    const [{ zodResolver }, schema] = await Promise.all([
      import('@hookform/resolvers/zod'),
      loadSchema(),
    ]);
    return zodResolver(schema);
  }

  return {
    load,
    resolver: async (...form) => (await load())(...form),
    async submitByRules(submit) {
      if (isSubmitting) return;
      isSubmitting = true;
      try {
        await load();
      } catch {
        toast({
          title: m.ui_we_couldnt_check_your_entries(),
          description: m.ui_please_check_your_connection_and_try_again(),
          variant: 'destructive',
        });
        return;
      } finally {
        isSubmitting = false;
      }
      await submit();
    },
  };
}
