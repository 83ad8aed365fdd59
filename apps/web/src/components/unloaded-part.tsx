import { Alert } from './ui/alert.tsx';

/** Takes the place of a part whose code did not come. */
export function UnloadedPart() {
  return (
    <Alert variant="destructive" role="alert" className="m-5">
      This part could not be loaded. Please check your connection and load the page again.
    </Alert>
  );
}
