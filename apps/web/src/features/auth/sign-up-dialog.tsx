import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { GoogleButton, OrDivider } from './google-button.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** The Sign Up dialog. It closes when the session has a user. An error keeps the typed values. */
export default function SignUpDialog() {
  const { closeDialogs, openLogIn } = useAuthDialogs();
  return (
    <Dialog
      title="Sign Up"
      description="Create your account. It takes a minute and costs nothing."
      onClose={closeDialogs}
      className="sm:max-w-2xl"
    >
      <DialogBody className="flex flex-col gap-5">
        <SignUpForm />
        <OrDivider />
        <GoogleButton />
        <p className="text-center text-[0.9375rem] text-muted-foreground">
          Already have an account?{' '}
          <Button variant="link" className="h-11 px-1 sm:h-8" onClick={openLogIn}>
            Log in
          </Button>
        </p>
      </DialogBody>
    </Dialog>
  );
}
