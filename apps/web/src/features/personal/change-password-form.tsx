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
        <CardDescription>Your other sessions are asked to log in again.</CardDescription>
      </CardHeader>
      <CardContent>
        <NewPasswordForm userId={userId} email={email} />
      </CardContent>
    </Card>
  );
}
