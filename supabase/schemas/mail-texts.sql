-- What the operator writes in mails to customers instead of the built-in texts. The frame of a mail, its rows and its
-- button stay.

create table public.mail_texts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'received', 'needs_action', 'approved', 'rejected', 'corrected_approved', 'corrected_rejected',
    'card_delivered', 'top_up_delivered'
  )),
  locale text not null check (locale in ('en', 'de', 'fr', 'es', 'hi', 'ar')),
  subject text not null,
  body text not null,
  updated_at timestamptz not null default now(),
  unique (kind, locale)
);
comment on table public.mail_texts is 'Mails without a row have the text of the function send-mails.';
comment on column public.mail_texts.body is 'A paragraph per line. Placeholders: {name} and {amount}.';

create function private.mail_placeholders() returns text[]
language sql immutable
as $$
  select array['name', 'amount']
$$;

create function private.prepare_mail_text() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  unknown text;
begin
  new.subject := private.safe_text(regexp_replace(new.subject, '\s+', ' ', 'g'), 'subject', 150);
  new.body := private.safe_text(new.body, 'text', 2000);
  if new.subject is null or new.body is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'mail_text.required',
      message = 'Enter a subject and a text.';
  end if;
  unknown := private.unknown_placeholder(new.subject || ' ' || new.body, private.mail_placeholders());
  if unknown is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'decision_reason.placeholder',
      detail = json_build_object(
        'placeholder', unknown, 'locale', new.locale, 'allowed', private.mail_placeholders()
      ),
      message = format('The placeholder %s is not known.', unknown);
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_mail_text
  before insert or update on public.mail_texts
  for each row execute function private.prepare_mail_text();

create trigger record_change
  after insert or update or delete on public.mail_texts
  for each row execute function private.record_change();

alter table public.mail_texts enable row level security;

create policy "Administrators manage the texts of mails"
  on public.mail_texts for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.mail_texts as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.mail_texts from anon, authenticated, service_role;
-- An upsert of a client also assigns kind and locale.
grant select, delete, insert (kind, locale, subject, body), update (kind, locale, subject, body)
  on public.mail_texts to authenticated;

-- The text of the operator for a mail, with the values of its placeholders. Null without one.
create function private.custom_mail_text(mail private.outbox, mail_locale text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'subject', texts.subject, 'body', texts.body, 'name', coalesce(profiles.full_name, '')
  )
  from public.mail_texts as texts
  left join public.profiles on profiles.id = mail.user_id
  where texts.locale = left(mail_locale, 2)
    and texts.kind = case
      when mail.kind <> 'corrected' then mail.kind
      when mail.detail ->> 'status' = 'manual_payment_approved' then 'corrected_approved'
      else 'corrected_rejected'
    end
$$;

revoke execute on all functions in schema private from public;
