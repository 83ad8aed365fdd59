-- How customers contact the operator's support: an email address, a phone number, a web page, or none of them.
-- Everyone can read it. Only an administrator changes it, and the audit log records every change.

create table public.support_contact (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  email text,
  phone text,
  url text,
  updated_at timestamptz not null default now()
);
comment on table public.support_contact is 'One row. Where nothing is entered, the pages show no contact.';
comment on column public.support_contact.phone is 'E.164: a plus sign and up to 15 digits.';

insert into public.support_contact default values;

create function private.prepare_support_contact() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.email := private.safe_text(new.email, 'support email', 254);
  new.phone := private.safe_text(new.phone, 'support phone', 40);
  new.url := private.safe_text(new.url, 'support page', 300);
  if new.email !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'support_contact.email',
      message = 'Enter a valid support email address.';
  end if;
  new.phone := regexp_replace(new.phone, '[ ()./-]', '', 'g');
  if new.phone !~ '^\+[1-9][0-9]{6,14}$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'support_contact.phone',
      message = 'Enter the support phone number with its country code, such as +1 555 010 0199.';
  end if;
  if new.url !~* '^https://[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\]*)?$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'support_contact.url',
      message = 'Enter a support page that starts with https://.';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_support_contact
  before insert or update on public.support_contact
  for each row execute function private.prepare_support_contact();

create trigger record_change
  after update or delete on public.support_contact
  for each row execute function private.record_change();

alter table public.support_contact enable row level security;

create policy "Everyone reads the support contact"
  on public.support_contact for select to anon, authenticated
  using (true);

create policy "Administrators change the support contact"
  on public.support_contact for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on public.support_contact from anon, authenticated, service_role;
grant select on public.support_contact to anon, authenticated, service_role;
grant update (email, phone, url) on public.support_contact to authenticated;

revoke execute on all functions in schema private from public;
