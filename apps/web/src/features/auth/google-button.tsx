import { LONG_TOAST_DURATION_MS } from '@beaconpay/domain';
import { Button } from '../../components/ui/button.tsx';
import { useToast } from '../../components/ui/use-toast.ts';

/** Says that Google sign-in is not set up yet. It calls nothing. */
export function GoogleButton() {
  const { toast } = useToast();
  return (
    <Button
      variant="outline"
      className="w-full"
      onClick={() =>
        toast({
          title: 'Google Auth Pending',
          description:
            'The Google provider must be configured first. Please use your email for now.',
          durationMs: LONG_TOAST_DURATION_MS,
        })
      }
    >
      Continue with Google
    </Button>
  );
}
