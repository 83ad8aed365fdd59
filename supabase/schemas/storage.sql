-- Profile pictures: a public bucket in which each user has a folder named by the user's id. Everyone who has
-- the address of a picture can load it; its name is random.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 1048576, '{image/webp,image/jpeg,image/png}')
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Security definer: a policy on objects that reads objects would recurse. The profile shows one picture; more
-- exist while a new one replaces it. The comparison by bytes uses an index: 0 follows the slash.
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
  'Whether the caller may add a picture: at most ten per user.';

-- Other buckets may have policies too, so each of these names its bucket.
create policy "Users read the pictures in their own folder"
  on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Users add pictures to their own folder"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_room_for_picture())
  );

create policy "Users replace pictures in their own folder"
  on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Users remove pictures from their own folder"
  on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Pictures require the second factor of their user"
  on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'avatars' or (select private.has_required_factors()));

-- A policy counts before the row exists, so parallel uploads may all pass it. The trigger counts with a lock on
-- the folder, for every role: the storage service of a hosted project inserts the row as its own role.
create function private.limit_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  perform pg_advisory_xact_lock(hashtextextended('avatars/' || folder, 0));
  -- A separate statement sees the rows that were committed during the wait.
  if (
    select count(*) >= 10
    from storage.objects
    where bucket_id = 'avatars'
      and name collate "C" > folder || '/'
      and name collate "C" < folder || '0'
      -- A replacement has the same name.
      and name <> new.name
  ) then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'picture.limit',
      message = 'You already have ten pictures. Remove one before you add another.';
  end if;
  return new;
end
$$;
comment on function private.limit_pictures() is 'At most ten pictures in a folder.';

create trigger limit_pictures_added
  before insert on storage.objects
  for each row when (new.bucket_id = 'avatars')
  execute function private.limit_pictures();

create trigger limit_pictures_moved
  before update of bucket_id, name on storage.objects
  for each row when (
    new.bucket_id = 'avatars'
    and (old.bucket_id, split_part(old.name, '/', 1))
      is distinct from (new.bucket_id, split_part(new.name, '/', 1))
  )
  execute function private.limit_pictures();

revoke execute on all functions in schema private from public;
grant execute on function private.has_room_for_picture() to authenticated;
