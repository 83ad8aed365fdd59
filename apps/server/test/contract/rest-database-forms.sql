-- Media type handlers and domains with casts.
create schema forms;
grant usage on schema forms to anon, authenticated, service_role;

create domain "text/plain" as text;
create domain "image/png" as bytea;
create domain "application/vnd.lines" as text;
create domain "*/*" as bytea;

create table forms.lines (id int primary key, line text);
insert into forms.lines values (1, 'one'), (2, 'two'), (3, 'three');
create table forms.others (id int primary key);
insert into forms.others values (1), (2);

create function forms.join_line(state "application/vnd.lines", item forms.lines)
  returns "application/vnd.lines" language sql immutable
  as $$ select (coalesce(state::text || '/', '') || item.line)::"application/vnd.lines" $$;
create aggregate forms.lines_of(forms.lines) (
  sfunc = forms.join_line, stype = "application/vnd.lines"
);
create function forms.count_row(state "text/plain", item anyelement)
  returns "text/plain" language sql immutable
  as $$ select (coalesce(state::text, '')::text || 'x')::"text/plain" $$;
create aggregate forms.rows_of(anyelement) (sfunc = forms.count_row, stype = "text/plain");

create function forms.picture() returns "image/png" language sql stable
  as $$ select '\x89504e4700ff'::bytea::"image/png" $$;
create function forms.anything() returns "*/*" language sql stable
  as $$ select '\x00010203'::bytea::"*/*" $$;
create function forms.some_lines() returns setof forms.lines language sql stable
  as $$ select * from forms.lines where id < 3 $$;

-- A colour is stored as a number and represented as #RRGGBB.
create domain forms.color as int check (value between 0 and 16777215);
create function forms.color_to_json(forms.color) returns json language sql immutable
  as $$ select to_json('#' || lpad(upper(to_hex($1::int)), 6, '0')) $$;
create function forms.color_of(text) returns forms.color language sql immutable
  as $$ select ('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int::forms.color $$;
create function forms.color_of(json) returns forms.color language sql immutable
  as $$ select forms.color_of($1 #>> '{}') $$;
create cast (forms.color as json) with function forms.color_to_json(forms.color) as implicit;
create cast (text as forms.color) with function forms.color_of(text) as implicit;
create cast (json as forms.color) with function forms.color_of(json) as implicit;
create table forms.paints (
  id int primary key, name text, shade forms.color default 255, line_id int references forms.lines
);
insert into forms.paints values (1, 'red', 16711680, 1), (2, 'black', 0, 1), (3, null, null, 2);
create function forms.some_paints() returns setof forms.paints language sql stable
  as $$ select * from forms.paints where id < 3 $$;

grant select, insert, update, delete on all tables in schema forms to anon, authenticated, service_role;
