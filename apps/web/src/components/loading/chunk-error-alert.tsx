import { Alert } from '../ui/alert.tsx';

/** Takes the place of a part whose code did not come. */
export function ChunkErrorAlert() {
  return (
    <Alert variant="destructive" role="alert" className="m-5">
      This section didn&apos;t load. Check your connection and reload the page.
    </Alert>
  );
}
