import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { formatAmount, formatExactAmount } from '../../lib/format-amount.ts';
import { formatTimestamp, shortId } from '../../lib/format.ts';
import { statusLabel } from '../../lib/status-label.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import type { BankLine, LikelyRecord, PaymentCase } from './bank-line.ts';
import { CASE_ACTIONS, resolveCase, type CaseAction } from './cases-api.ts';
import { refreshStatements } from './import-api.ts';
import { caseReasonLabel } from './line-texts.ts';

const NOTE_MAX_LENGTH = 1000;
const RECORD_ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

interface CaseDialogProps {
  adminId: string;
  opened: PaymentCase;
  isOpen: boolean;
  onClose: () => void;
}

/** Decides one case: link it to a record, ignore it, or note what happened with the money. */
export default function CaseDialog({ isOpen, ...form }: CaseDialogProps) {
  const { opened, onClose } = form;
  return (
    <Dialog
      title={m.statements_decide_case()}
      description={caseReasonLabel(opened.line.case_reason ?? 'unknown')}
      isOpen={isOpen}
      onClose={onClose}
    >
      <CaseForm {...form} />
    </Dialog>
  );
}

function CaseForm({ adminId, opened: { line, likely }, onClose }: Omit<CaseDialogProps, 'isOpen'>) {
  const canLink = line.amount > 0;
  const [action, setAction] = useState<CaseAction>(canLink ? 'link' : 'ignore');
  const [recordId, setRecordId] = useState(likely[0]?.record_id ?? '');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const resolving = useMutation({
    mutationFn: () => resolveCase(adminId, { lineId: line.id, action, recordId, note }),
    onSuccess: () => {
      onClose();
      toast({ title: m.statements_case_decided() });
    },
    onError: (problem) => showError(m.statements_case_not_decided(), problem),
    onSettled: () => refreshStatements(queries, adminId),
  });

  function submit() {
    if (action === 'link' && !RECORD_ID.test(recordId.trim())) {
      setError(m.statements_enter_record_id());
      return;
    }
    if (action !== 'link' && note.trim() === '') {
      setError(m.statements_enter_note());
      return;
    }
    setError(null);
    if (!resolving.isPending) resolving.mutate();
  }

  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogBody className="flex flex-col gap-5">
        <LineFacts line={line} />
        <RadioCards
          value={action}
          onValueChange={(value) =>
            setAction(CASE_ACTIONS.find((one) => one === value) ?? 'ignore')
          }
          aria-label={m.statements_action()}
          className="gap-2"
        >
          {CASE_ACTIONS.filter((one) => one !== 'link' || canLink).map((one) => (
            <RadioCard key={one} value={one} className="items-center px-3.5 py-2.5">
              {ACTION_LABELS[one]}
            </RadioCard>
          ))}
        </RadioCards>
        {action === 'link' && (
          <RecordChoice likely={likely} value={recordId} onChoose={setRecordId} />
        )}
        <Note note={note} isOptional={action === 'link'} onType={setNote} />
        {error !== null && (
          <p role="alert" className="text-sm font-medium text-destructive-text">
            {error}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {m.common_cancel()}
        </Button>
        <Button type="submit" busy={resolving.isPending}>
          {ACTION_LABELS[action]}
        </Button>
      </DialogFooter>
    </form>
  );
}

const ACTION_LABELS: Readonly<Record<CaseAction, string>> = {
  link: m.statements_link_to_record(),
  ignore: m.statements_ignore(),
  refunded: m.statements_mark_refunded(),
  credit: m.statements_keep_credit(),
};

function LineFacts({ line }: { line: BankLine }) {
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-muted px-4 py-3">
      <p className="flex items-baseline justify-between gap-4">
        <bdi className="font-semibold wrap-anywhere">{line.counterparty_name ?? '–'}</bdi>
        <span className="tabular font-bold whitespace-nowrap">
          {formatExactAmount(String(line.amount), line.currency)}
        </span>
      </p>
      <bdi className="text-sm wrap-anywhere text-muted-foreground">{line.remittance_text}</bdi>
    </div>
  );
}

interface RecordChoiceProps {
  likely: readonly LikelyRecord[];
  value: string;
  onChoose: (id: string) => void;
}

/** The likeliest records, and a field for the id of any other. */
function RecordChoice({ likely, value, onChoose }: RecordChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      {likely.length > 0 && (
        <RadioCards
          value={value}
          onValueChange={onChoose}
          aria-label={m.statements_likely_records()}
          className="gap-2"
        >
          {likely.map((record) => (
            <RadioCard key={record.record_id} value={record.record_id} className="px-3.5 py-2.5">
              <span className="flex min-w-0 flex-col">
                <span className="flex flex-wrap gap-x-2 font-semibold">
                  <span className="font-mono">{shortId(record.record_id)}</span>
                  <span className="tabular">{formatAmount(record.amount, record.currency)}</span>
                </span>
                <span className="text-sm wrap-anywhere text-muted-foreground">
                  <bdi>{record.customer_name ?? record.customer_email ?? '–'}</bdi>
                  {' · '}
                  {statusLabel(record.status)}
                  {' · '}
                  {formatTimestamp(record.created_at)}
                </span>
              </span>
            </RadioCard>
          ))}
        </RadioCards>
      )}
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={id}>{m.statements_record_id()}</Label>
        <Input
          id={id}
          autoComplete="off"
          className="font-mono"
          value={value}
          maxLength={36}
          onChange={({ target }) => onChoose(target.value)}
        />
      </div>
    </div>
  );
}

interface NoteProps {
  note: string;
  isOptional: boolean;
  onType: (note: string) => void;
}

function Note({ note, isOptional, onType }: NoteProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{isOptional ? m.statements_note_optional() : m.statements_note()}</Label>
      <Textarea
        id={id}
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        value={note}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}
