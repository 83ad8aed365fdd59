import { Alert, AlertDescription, AlertTitle } from './ui/alert.tsx';

/** Says that a screen only plays through what it shows. */
export function SimulationNotice() {
  return (
    <Alert className="bg-card">
      <AlertTitle>This is a simulation</AlertTitle>
      <AlertDescription>
        No money moves. What you type is not stored and does not leave your browser.
      </AlertDescription>
    </Alert>
  );
}
