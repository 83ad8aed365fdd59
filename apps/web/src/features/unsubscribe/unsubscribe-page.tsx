import { CircleCheck, Link2Off, MailX } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { GateNotice } from '../../components/sign-in/gate-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toastFailure } from '../../components/ui/toast-store.ts';
import { m } from '../../paraglide/messages.js';
import { unsubscribe } from './api.ts';
import { useLinkToken } from './use-link-token.ts';

type State = 'asking' | 'sending' | 'done' | 'invalid';

/** Stops the optional mails with one press. A mail program that opens the link changes nothing. */
export function UnsubscribePage() {
  const token = useLinkToken();
  const [state, setState] = useState<State>('asking');

  async function confirm() {
    if (state === 'sending') return;
    setState('sending');
    try {
      setState((await unsubscribe(token)) ? 'done' : 'invalid');
    } catch (error) {
      setState('asking');
      toastFailure(m.unsubscribe_failed(), error);
    }
  }

  if (state === 'done') {
    return (
      <GateNotice
        icon={CircleCheck}
        title={m.unsubscribe_done()}
        description={<span role="status">{m.unsubscribe_done_description()}</span>}
        actions={<HomeButton />}
      />
    );
  }
  if (state === 'invalid' || token === '') {
    return (
      <GateNotice
        icon={Link2Off}
        title={m.unsubscribe_invalid()}
        description={<span role="status">{m.unsubscribe_invalid_description()}</span>}
        actions={<HomeButton />}
      />
    );
  }
  return (
    <GateNotice
      icon={MailX}
      title={m.unsubscribe_question()}
      description={m.unsubscribe_question_description()}
      actions={
        <Button busy={state === 'sending'} onClick={() => void confirm()}>
          {m.unsubscribe_confirm()}
        </Button>
      }
    />
  );
}

function HomeButton() {
  return (
    <Button asChild variant="outline">
      <Link to="/">{m.unsubscribe_home()}</Link>
    </Button>
  );
}
