import type { ReactNode } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { CardDescription } from '../../components/ui/card.tsx';
import { m } from '../../paraglide/messages.js';

interface ListNewsLineProps {
  /** Empty without updates. */
  news: string;
  onShow: () => void;
  /** The description of the list without updates. */
  children: ReactNode;
}

/**
 * Shows what has changed since the list was shown. It replaces the description, so that nothing below moves.
 */
export function PendingUpdatesNotice({ news, onShow, children }: ListNewsLineProps) {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <CardDescription className={news === '' ? undefined : 'invisible'}>
        {children}
      </CardDescription>
      <p
        role="status"
        className="flex h-6 items-center gap-1 text-[0.9375rem] leading-6 font-semibold whitespace-nowrap"
      >
        {news !== '' && (
          <>
            {news} –
            <Button variant="link" size="sm" className="h-6 px-0" onClick={onShow}>
              {m.admin_show()}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
