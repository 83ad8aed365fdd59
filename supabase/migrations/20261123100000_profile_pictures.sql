-- Pictures of people and companies: a public bucket in which everybody has a folder of their own, named by
-- their id. Whoever has a picture's address sees it; its name is drawn by lot.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 1048576, '{image/webp,image/jpeg,image/png}')
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Looks past row level security on purpose: a policy on objects that read objects would ask itself.
-- One picture is shown; others may be there while one takes its place. By the names' bytes, for which there
-- is an index: 0 comes after the slash.
create function private.has_room_for_picture() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select count(*) < 10
  from storage.objects
  where bucket_id = 'avatars'
    and name collate "C" > auth.uid()::text || '/'
    and name collate "C" < auth.uid()::text || '0'
$$;
comment on function private.has_room_for_picture() is
  'Whether the caller may add a picture: the bucket is no place to keep files in.';

-- Policies of other buckets stand beside these, so each names its bucket and says who it is.
create policy "Everybody sees the pictures in their own folder"
  on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Everybody adds pictures to their own folder"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_room_for_picture())
  );

create policy "Everybody replaces pictures in their own folder"
  on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Everybody removes pictures from their own folder"
  on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "A second factor is needed for pictures where there is one"
  on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'avatars' or (select private.has_required_factors()));

-- The address of an uploaded picture -----------------------------------------------------------------

-- Such an address is made of the person's id and of letters, so nothing that its owner made up can be in it;
-- an id alone may look like a card number.
create function private.is_own_picture(address text, person uuid) returns boolean
language sql immutable
set search_path = ''
as $$
  select address ~ (
    '^/storage/v1/object/public/avatars/' || person::text || '/[a-z]{20}\.(webp|jpg|png)$'
  )
$$;

create or replace function private.guard_profile_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  written record;
begin
  if new.company_website is distinct from before ->> 'company_website' then
    new.company_website := private.web_address(new.company_website);
  end if;
  if new.avatar_url is distinct from before ->> 'avatar_url' then
    new.avatar_url := private.avatar_address(new.avatar_url);
  end if;
  for written in
    select column_name, text_value from jsonb_each_text(to_jsonb(new)) as row_text (column_name, text_value)
    where column_name in (
      'full_name', 'phone_number', 'street_address', 'city', 'postal_code', 'country', 'avatar_url',
      'company_name', 'company_registration_number', 'company_address', 'company_phone',
      'company_website'
    )
      and text_value is distinct from before ->> column_name
      and not (column_name = 'avatar_url' and private.is_own_picture(text_value, new.id))
  loop
    perform private.refuse_card_secret(
      written.text_value, private.column_label(written.column_name)
    );
  end loop;
  return new;
end
$$;

-- Where administrators see names, they see the picture too -------------------------------------------

create or replace view public.account_directory with (security_invoker = true) as
select
  profiles.id,
  profiles.full_name,
  users.email,
  profiles.account_type,
  profiles.created_at,
  profiles.updated_at,
  profiles.avatar_url
from public.profiles
left join public.users on users.id = profiles.id;

-- Erasure --------------------------------------------------------------------------------------------

-- A person's files: what they uploaded, and what lies in their folder whoever put it there.
create function private.files_of(person uuid) returns setof storage.objects
language sql stable security definer
set search_path = ''
as $$
  select * from storage.objects
  where owner_id = person::text
    or (
      bucket_id = 'avatars'
      and name collate "C" > person::text || '/'
      and name collate "C" < person::text || '0'
    )
$$;

-- With its row an object is nobody's any more and no address leads to it; our own storage then removes its
-- bytes. A hosted project keeps rows from being deleted in SQL by mistake, and has this setting for when
-- it is none.
create function private.erase_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where id in (select id from private.files_of(old.id));
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;

create trigger erase_files
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_files();

create trigger erase_files_with_account
  after delete on auth.users
  for each row execute function private.erase_files();

revoke execute on all functions in schema private from public;
grant execute on function private.has_room_for_picture() to authenticated;
