import { Alert } from '../ui/alert.tsx';
import { m } from '../../paraglide/messages.js';

/** Replaces a component whose code did not load. */
export function ChunkErrorAlert() {
  return (
    <Alert variant="destructive" role="alert" className="m-5">
      {m.ui_this_section_didnt_load_check_your_connection()}
    </Alert>
  );
}
