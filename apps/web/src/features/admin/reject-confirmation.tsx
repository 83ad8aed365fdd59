import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { buttonVariants } from '../../components/ui/button.tsx';

interface RejectConfirmationProps {
  /** What is rejected: "Order". */
  name: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
}

/** A rejection cannot be taken back, so it takes two presses. */
export function RejectConfirmation({
  name,
  isOpen,
  onOpenChange,
  onConfirm,
}: RejectConfirmationProps) {
  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <AlertDialogTitle>Reject this {name.toLowerCase()}?</AlertDialogTitle>
        <AlertDialogDescription>
          The customer sees the rejection and your notes. It cannot be undone.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep pending</AlertDialogCancel>
          <AlertDialogAction
            className={buttonVariants({ variant: 'destructive' })}
            onClick={onConfirm}
          >
            Reject {name}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
