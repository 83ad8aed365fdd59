-- Large tables and slow functions, for the limits of the data API.
create schema bounds;
grant usage on schema bounds to anon, authenticated, service_role;

create table bounds.big (id int primary key, body text);
insert into bounds.big select i, repeat(chr(97 + i % 26), 100000) from generate_series(1, 99) i;

create table bounds.parents (id int primary key);
create table bounds.children (id int primary key, parent_id int references bounds.parents);
create table bounds.toys (id int primary key, child_id int references bounds.children);
create table bounds.owned (
  parent_id int references bounds.parents, toy_id int references bounds.toys,
  primary key (parent_id, toy_id)
);
insert into bounds.parents select i from generate_series(1, 20) i;
insert into bounds.children select i, 1 + i % 20 from generate_series(1, 400) i;
insert into bounds.toys select i, 1 + i % 400 from generate_series(1, 8000) i;
insert into bounds.owned select p.id, t.id from bounds.parents p, bounds.toys t where t.id <= 20;

create table bounds.records (id int primary key, owner text, kind text);
insert into bounds.records
  select i, case when i <= 9 then 'anon' else 'authenticated' end, case when i % 2 = 0 then 'even' else 'odd' end
  from generate_series(1, 600) i;
alter table bounds.records enable row level security;
create policy own_records on bounds.records
  -- A subquery, so that the planner cannot evaluate the condition.
  using (owner = (select current_setting('request.jwt.claims', true)::json ->> 'role'));
create table bounds.open_records as select * from bounds.records;
create view bounds.record_view with (security_invoker = true) as select * from bounds.records;
create table bounds.owners (name text primary key);
insert into bounds.owners values ('anon'), ('authenticated');
alter table bounds.records add foreign key (owner) references bounds.owners;
analyze;

create function bounds.nap(seconds float8) returns int language sql volatile
  -- Longer than the timeouts of all roles, so that only a disconnect cancels the statement.
  set statement_timeout = '60s'
  as $$ select 1 from (select pg_sleep(seconds)) as s $$;
create function bounds.time_left() returns table (name text) language sql stable
  as $$ select current_setting('statement_timeout') $$;
create function bounds.keep(id int, length int) returns table (written text) language plpgsql as $$
begin
  insert into bounds.parents values (id);
  return query select repeat('x', length);
end $$;

grant select, insert, update, delete on all tables in schema bounds to anon, authenticated, service_role;
