import { Alert, AlertDescription, AlertTitle } from '../ui/alert.tsx';

/** Says that a screen is a simulation. */
export function SimulationNotice() {
  return (
    <Alert className="bg-card">
      <AlertTitle>This is a simulation</AlertTitle>
      <AlertDescription>
        No money is moved. What you type is never stored and never leaves your browser.
      </AlertDescription>
    </Alert>
  );
}
