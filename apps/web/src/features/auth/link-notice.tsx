import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { withoutLinkParts } from './email-link.ts';
import { m } from '../../paraglide/messages.js';

interface LinkNoticeProps {
  title: string;
  description: ReactNode;
  /** The actions. */
  children: ReactNode;
  onDismiss: () => void;
}

/** Reports above the page that a link or a provider did not sign the user in. */
export function LinkNotice({ title, description, children, onDismiss }: LinkNoticeProps) {
  return (
    <div className="page-container pt-6">
      <Alert variant="warning" role="alert">
        <AlertTitle>{title}</AlertTitle>
        <AlertDescription>{description}</AlertDescription>
        <div className="mt-3 flex flex-wrap gap-3">
          {children}
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            {m.auth_dismiss()}
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

/** An action of the notice. It opens a dialog. */
export function LinkNoticeAction({ children, onClick }: LinkNoticeActionProps) {
  return (
    <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The parts of the address that a link or a provider set, and a function that removes them. */
export function useLinkAddress() {
  const { pathname, hash } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();

  function clearAddress() {
    const search = withoutLinkParts(query).toString();
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }

  return { query, hash, clearAddress };
}
