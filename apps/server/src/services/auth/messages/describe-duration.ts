import { m } from '../../../paraglide/messages.js';
import type { Locale } from './locale.ts';

/** A duration in the form that follows a preposition: "in 5 minutes", "بعد ساعتين". */
export function describeDuration(durationS: number, locale: Locale): string {
  const minutes = Math.max(Math.round(durationS / 60), 1);
  return minutes % 60 === 0
    ? m.duration_hours({ count: minutes / 60 }, { locale })
    : m.duration_minutes({ count: minutes }, { locale });
}
