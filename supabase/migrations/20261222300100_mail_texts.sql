-- The operator's own texts of mails.
drop function private.unknown_placeholder(text);

create function private.unknown_placeholder(template text, placeholders text[]) returns text
language sql immutable
set search_path = ''
as $$
  select matched.parts[1]
  from regexp_matches(
    regexp_replace(
      template, '\{(' || array_to_string(placeholders, '|') || ')\}', '', 'g'
    ),
    '(\{[^{}]{0,40}\}?|\})'
  ) as matched (parts)
$$;
comment on function private.unknown_placeholder(text, text[]) is
  'The first text in braces that is not a known placeholder; null without one.';

create or replace function private.prepare_decision_reason() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  entry record;
  tidy jsonb := '{}';
  unknown text;
begin
  if jsonb_typeof(new.texts) is distinct from 'object'
    or new.texts - array['en', 'de', 'fr', 'es', 'hi', 'ar'] <> '{}'
    or exists (select from jsonb_each(new.texts) as entry_text (locale, value) where jsonb_typeof(value) <> 'string')
    or coalesce(btrim(new.texts ->> 'en'), '') = ''
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'decision_reason.texts',
      message = 'Enter a text in English. Other languages are optional.';
  end if;
  for entry in select locale, template from jsonb_each_text(new.texts) as entry_text (locale, template) loop
    unknown := private.unknown_placeholder(entry.template, private.reason_placeholders());
    if unknown is not null then
      raise exception using
        errcode = 'check_violation',
        hint = 'decision_reason.placeholder',
        detail = json_build_object(
          'placeholder', unknown, 'locale', entry.locale, 'allowed', private.reason_placeholders()
        ),
        message = format('The placeholder %s is not known.', unknown);
    end if;
    tidy := tidy || jsonb_strip_nulls(jsonb_build_object(
      entry.locale, private.safe_text(entry.template, 'text', 1000)
    ));
  end loop;
  new.texts := tidy;
  new.name := private.safe_text(new.name, 'name', 80);
  if new.name is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'decision_reason.name',
      message = 'Enter a name for the reason.';
  end if;
  new.updated_at := now();
  return new;
end
$$;

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

create or replace function public.claim_mails(max_mails integer default 20)
returns table (
  id bigint, lease uuid, kind text, email text, locale text, record_id uuid, record jsonb, detail jsonb,
  functions_url text, unsubscribe_token text
)
language plpgsql security definer
set search_path = ''
as $$
declare
  mail private.outbox;
  problem text;
begin
  perform private.close_stale_mails();
  for mail in
    select * from private.outbox as waiting
    where waiting.finished_at is null and waiting.due_at <= now()
      and (waiting.state = 'waiting' or waiting.state = 'claimed' and waiting.leased_until < now())
    order by waiting.due_at, waiting.id
    limit least(greatest(max_mails, 1), 100)
    for update skip locked
  loop
    problem := private.reason_to_skip(mail);
    if problem is not null then
      perform private.finish_mail(mail.id, 'skipped', problem);
      continue;
    end if;
    update private.outbox as claimed
    set state = 'claimed', lease = gen_random_uuid(), leased_until = now() + interval '5 minutes'
    where claimed.id = mail.id
    returning claimed.lease into lease;
    id := mail.id;
    kind := mail.kind;
    record_id := mail.record_id;
    record := private.mail_record(mail.record_id);
    functions_url := private.functions_url();
    unsubscribe_token :=
      case when private.is_optional_mail(mail.kind) then private.unsubscribe_token(mail.user_id) end;
    select recipient.email, coalesce(recipient.raw_user_meta_data ->> 'locale', 'en')
    into email, locale
    from auth.users as recipient where recipient.id = mail.user_id;
    detail := mail.detail
      || jsonb_strip_nulls(jsonb_build_object('custom', private.custom_mail_text(mail, locale)));
    return next;
  end loop;
end
$$;
revoke execute on all functions in schema private from public;
