import { useEffect, useState } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from '../../lib/zod.ts';
import { toast } from './toast-store.ts';

export interface FormRules<Values extends FieldValues, Output> {
  resolver: Resolver<Values, unknown, Output>;
  /** Submits once the rules are there, or says that they are missing; one at a time. */
  submitByRules: (submit: () => Promise<void>) => Promise<void>;
}

/**
 * The rules of a form that a page shows at first sight. Nothing is checked before it is submitted,
 * so schema and validator are fetched when somebody first puts the focus anywhere.
 */
export function useFormRules<Values extends FieldValues, Output>(
  loadSchema: () => Promise<z.core.$ZodType<Output, Values>>,
): FormRules<Values, Output> {
  const [{ load, ...rules }] = useState(() => createFormRules(loadSchema));

  useEffect(() => {
    // A failure is told when the form is submitted.
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

  // A part that did not come is asked for again by the next call.
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
          title: "We couldn't check your entries.",
          description: 'Please check your connection and try again. What you typed is still here.',
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
