/**
 * The settings of each role, such as its statement timeout. Postgres applies them at login only, so the
 * server applies them when it switches roles. Settings for this database come last, and win.
 */
export const ROLE_SETTINGS = `
  select r.rolname as role, lower(split_part(entry.text, '=', 1)) as name,
    substr(entry.text, strpos(entry.text, '=') + 1) as value
  from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    cross join unnest(s.setconfig) as entry(text)
    join pg_settings g on g.name = lower(split_part(entry.text, '=', 1))
  where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and pg_has_role(session_user, r.oid, 'member') and r.rolname <> session_user
    and g.context = 'user'
  order by s.setdatabase`;
