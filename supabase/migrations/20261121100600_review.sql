-- A record is decided once: an administrator approves or rejects the payment, or the service completes
-- it for a card provider. Both start from pending_manual_verification and nothing leads back.

-- Runs with the caller's rights, for what is allowed depends on the caller's role. Of two reviewers at
-- the same moment the second waits for the row and then finds it decided.
create function private.guard_decision() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  reviewing constant boolean :=
    new.status in ('manual_payment_approved', 'manual_payment_rejected');
begin
  if old.status <> 'pending_manual_verification' then
    raise sqlstate 'PT409' using
      message = case
        when old.status = 'completed' and new.status = 'completed' then 'already confirmed'
        else 'already reviewed'
      end,
      detail = format('The status is %s.', replace(old.status, '_', ' ')),
      hint = 'Reload to see the decision.';
  end if;
  if current_user = 'authenticated' and not reviewing then
    raise exception using
      errcode = 'check_violation', message = 'A review approves or rejects the payment.';
  end if;
  if current_user = 'service_role' and new.status is distinct from 'completed' then
    raise exception using
      errcode = 'check_violation', message = 'The service only completes a payment.';
  end if;
  if not reviewing and (new.status is distinct from 'completed' or new.stripe_session_id is null) then
    raise exception using
      errcode = 'check_violation',
      message = 'A payment is completed with the session of its card provider.';
  end if;

  new.admin_notes := private.safe_text(new.admin_notes, 'admin notes', 2000);
  new.reviewed_by := case when reviewing then auth.uid() end;
  new.reviewed_at := case when reviewing then now() end;
  new.updated_at := now();
  return new;
end
$$;

create trigger guard_decision
  before update on public.orders
  for each row execute function private.guard_decision();

create trigger guard_decision
  before update on public.recharges
  for each row execute function private.guard_decision();

revoke execute on all functions in schema private from public;
-- What the guard calls with the caller's rights.
grant execute on function
  private.safe_text(text, text, integer),
  private.contains_card_number(text),
  private.contains_security_code(text),
  private.passes_luhn(text)
  to authenticated, service_role;
