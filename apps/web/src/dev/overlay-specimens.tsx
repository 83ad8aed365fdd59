import { LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '../components/ui/alert-dialog.tsx';
import { Button } from '../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../components/ui/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../components/ui/dropdown-menu.tsx';
import { Input } from '../components/ui/input.tsx';
import { Specimen, SpecimenSection } from './specimen.tsx';

type Overlay = 'dialog' | 'question' | null;

export function OverlaySpecimens() {
  const [open, setOpen] = useState<Overlay>(null);
  const close = () => setOpen(null);
  return (
    <SpecimenSection title="Dialogs and menus">
      <Specimen label="Each opens from its button">
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen('question')}>
          Open a question
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline">Open a menu</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuLabel>Ada Lovelace</DropdownMenuLabel>
            <DropdownMenuSeparator />
            <DropdownMenuItem>
              <Settings aria-hidden="true" />
              Settings
            </DropdownMenuItem>
            <DropdownMenuItem disabled>Disabled</DropdownMenuItem>
            <DropdownMenuItem>
              <LogOut aria-hidden="true" />
              Log out
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </Specimen>
      <Dialog
        title="Edit name"
        description="A dialog with a form."
        isOpen={open === 'dialog'}
        onClose={close}
      >
        <DialogBody>
          <Input aria-label="Name" defaultValue="Ada Lovelace" />
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button onClick={close}>Save</Button>
        </DialogFooter>
      </Dialog>
      <AlertDialog open={open === 'question'} onOpenChange={close}>
        <AlertDialogContent>
          <AlertDialogTitle>Remove this passkey?</AlertDialogTitle>
          <AlertDialogDescription>You can no longer log in with it.</AlertDialogDescription>
          <AlertDialogFooter>
            <AlertDialogCancel>Cancel</AlertDialogCancel>
            <Button variant="destructive" onClick={close}>
              Remove
            </Button>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    </SpecimenSection>
  );
}
