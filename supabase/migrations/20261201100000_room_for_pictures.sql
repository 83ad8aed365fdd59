-- A policy counts before the row is there, so uploads at the same moment each find room. A trigger counts with
-- the folder locked, for every role: a hosted project's storage adds the row as its own.

create function private.limit_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  perform pg_advisory_xact_lock(hashtextextended('avatars/' || folder, 0));
  -- A statement of its own, so that it sees what was committed while this one waited.
  if (
    select count(*) >= 10
    from storage.objects
    where bucket_id = 'avatars'
      and name collate "C" > folder || '/'
      and name collate "C" < folder || '0'
      -- One that takes its place is not another picture.
      and name <> new.name
  ) then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'You already have ten pictures. Remove one before you add another.';
  end if;
  return new;
end
$$;
comment on function private.limit_pictures() is 'At most ten pictures in a folder.';
revoke execute on function private.limit_pictures() from public;

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
