-- Edge cases of PostgREST 14: domains of domains, records, media type handlers.
create schema edge;
grant usage on schema edge to anon, authenticated, service_role;

create table edge.notes (id bigint primary key, size smallint, data jsonb, tags int[]);
insert into edge.notes values
  (1, 1, '{"!@#$%^&*_d": {"!@#$%^&*_e": 3}}', '{1}'), (2, 2, '{}', '{}');

create domain edge.words as tsvector;
create domain edge.some_words as edge.words check (value is not null);
create table edge.texts (id int primary key, body edge.some_words);
insert into edge.texts values (1, to_tsvector('simple', 'all is possible'));

create function edge.one_record() returns record language sql stable
  as $$ select n from (select id, size from edge.notes where id = 1) as n $$;
create function edge.records(most int) returns setof record language sql stable
  as $$ select n from (select id, size from edge.notes where id <= most order by id) as n $$;
create function edge.endless(n int) returns int language plpgsql
  as $$ begin return edge.endless(n + 1); end $$;

create table edge.firsts (pk1 int primary key, name text);
create table edge.seconds (pk2 int primary key, first_id int references edge.firsts);
create view edge.pairs as
  select f.pk1, s.pk2 from edge.firsts as f left join edge.seconds as s on s.first_id = f.pk1;
create function edge.insert_pair() returns trigger language plpgsql as $$
begin
  insert into edge.firsts values (new.pk1);
  insert into edge.seconds values (new.pk2, new.pk1);
  return new;
end $$;
create trigger insert_pair instead of insert on edge.pairs
for each row execute function edge.insert_pair();

create table edge.agents (id int primary key, department_id int);
create table edge.departments (id int primary key, head_id int references edge.agents);
alter table edge.agents add foreign key (department_id) references edge.departments;

create table edge.factories (id int primary key, name text);
create table edge.processes (
  id int primary key, name text, factory_id int references edge.factories
);
create table edge.costs (process_id int primary key references edge.processes, cost int);
insert into edge.factories values (1, 'A');
insert into edge.processes values (1, 'p1', 1), (2, 'p2', 1);
insert into edge.costs values (1, 20), (2, 10);
create function edge.main_process(edge.factories) returns setof edge.processes rows 1
  language sql stable as $$ select * from edge.processes where factory_id = $1.id order by id $$;

create domain "application/json" as text;
create domain "text/plain" as text;
create domain "application/vnd.own" as text;
create function edge.own_json_step(state text, next edge.firsts) returns "application/json"
  language sql immutable as $$ select '{"own":true}'::"application/json" $$;
create aggregate edge.own_json (edge.firsts) (sfunc = edge.own_json_step, stype = "application/json");
create function edge.plain() returns "text/plain" language sql stable as $$ select 'plain'::"text/plain" $$;
create function edge.own() returns "application/vnd.own" language sql stable
  as $$ select 'own'::"application/vnd.own" $$;
insert into edge.firsts values (9, 'nine');

grant all on all tables in schema edge to anon, authenticated, service_role;
grant execute on all functions in schema edge to anon, authenticated, service_role;
