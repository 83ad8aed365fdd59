import type { ReactNode } from 'react';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';

interface LinkNoticeProps {
  title: string;
  description: ReactNode;
  /** Ways on from here. */
  children: ReactNode;
  onDismiss: () => void;
}

/** Tells above the page that the way that led here did not work out. */
export function LinkNotice({ title, description, children, onDismiss }: LinkNoticeProps) {
  return (
    <div className="page-container pt-6">
      <Alert variant="warning" role="alert">
        <AlertTitle>{title}</AlertTitle>
        <AlertDescription>{description}</AlertDescription>
        <div className="mt-3 flex flex-wrap gap-3">
          {children}
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </Alert>
    </div>
  );
}

interface LinkNoticeActionProps {
  children: ReactNode;
  /** Opens a dialog. */
  onClick: () => void;
}

/** One of the ways on, each of which opens a dialog. */
export function LinkNoticeAction({ children, onClick }: LinkNoticeActionProps) {
  return (
    <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onClick}>
      {children}
    </Button>
  );
}
