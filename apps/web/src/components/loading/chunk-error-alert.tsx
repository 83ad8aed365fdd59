import { Alert } from '../ui/alert.tsx';

/** Replaces a component whose code did not load. */
export function ChunkErrorAlert() {
  return (
    <Alert variant="destructive" role="alert" className="m-5">
      This section didn&apos;t load. Check your connection and reload the page.
    </Alert>
  );
}
