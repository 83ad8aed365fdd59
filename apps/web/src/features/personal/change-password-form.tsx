import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { NewPasswordForm } from '../../session/new-password-form.tsx';

interface ChangePasswordFormProps {
  userId: string;
  email: string | undefined;
}

export function ChangePasswordForm({ userId, email }: ChangePasswordFormProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Change Password</CardTitle>
        <CardDescription>You&apos;ll be logged out on all your other devices.</CardDescription>
      </CardHeader>
      <CardContent>
        <NewPasswordForm userId={userId} email={email} />
      </CardContent>
    </Card>
  );
}
