import { RATING_MAX } from '@beaconpay/domain';
import { Star } from 'lucide-react';
import { cn } from '../../lib/class-names.ts';
import { m } from '../../paraglide/messages.js';

/** Stars, with the number as text for screen readers. */
export function Rating({ value }: { value: number }) {
  return (
    <p className="flex items-center gap-0.5">
      <span className="sr-only">{m.home_rated_value_out_of_max({ value, max: RATING_MAX })}</span>
      {Array.from({ length: RATING_MAX }, (_, index) => (
        <Star
          key={index}
          aria-hidden="true"
          className={cn(
            'size-4.5',
            index < value ? 'fill-primary text-primary' : 'fill-secondary text-secondary',
          )}
        />
      ))}
    </p>
  );
}
