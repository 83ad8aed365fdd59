-- The rules of the back office that administrators set, and the reasons that they choose from.

create table public.back_office_settings (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  four_eyes_amount numeric check (four_eyes_amount >= 0),
  thresholds jsonb not null default '{
    "records_per_hour": 3, "records_per_day": 8, "new_account_days": 7, "rejections": 1,
    "unusual_amount_factor": 3
  }',
  age_limits jsonb not null default '{
    "bank_transfer": 1440, "binance_pay": 240, "card_payment": 240, "manual_cash": 1440,
    "other_external": 1440
  }',
  delivery_hours jsonb not null default '{"card_order": 48, "mobile_recharge": 4}',
  webhook_url text,
  webhook_secret text check (webhook_secret is null),
  webhook_secret_set_at timestamptz,
  digest_hour smallint default 7 check (digest_hour between 0 and 23),
  updated_at timestamptz not null default now()
);
comment on table public.back_office_settings is 'One row.';
comment on column public.back_office_settings.four_eyes_amount is
  'Approving a record above this amount needs two administrators. Null: one administrator is enough.';
comment on column public.back_office_settings.thresholds is
  'What the checks of a record compare with. records_per_hour, records_per_day and rejections are counts.';
comment on column public.back_office_settings.age_limits is 'Minutes that a record may wait, by payment method.';
comment on column public.back_office_settings.delivery_hours is
  'Hours from the approval to the promised delivery, by kind of record.';
comment on column public.back_office_settings.webhook_secret is
  'Write-only: a trigger moves the value to private.webhook_secrets. An empty text removes it.';
comment on column public.back_office_settings.digest_hour is
  'The hour (UTC) of the morning mail to administrators. Null: no mail.';

insert into public.back_office_settings default values;

create table private.webhook_secrets (
  is_only_row boolean primary key default true check (is_only_row),
  secret text not null
);
comment on table private.webhook_secrets is 'The key that signs the webhooks to the team''s chat.';
alter table private.webhook_secrets enable row level security;
revoke all on private.webhook_secrets from anon, authenticated, service_role;

create function private.webhook_secret() returns text
language sql stable security definer
set search_path = ''
as $$
  select secret from private.webhook_secrets
$$;
comment on function private.webhook_secret() is 'Null when no secret is set.';

-- Whether this is an object with only these keys, each a number between min_value and max_value.
create function private.are_numbers(entries jsonb, keys text[], min_value numeric, max_value numeric)
returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_typeof(entries) is not distinct from 'object'
    and entries - keys = '{}'
    and entries ?& keys
    and not exists (
      select from jsonb_each(entries) as entry (key, value)
      where case jsonb_typeof(value)
        when 'number' then value::numeric not between min_value and max_value
        else true
      end
    )
$$;

create function private.prepare_back_office_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  problem text;
begin
  problem := case
    when not private.are_numbers(
      new.thresholds,
      array['records_per_hour', 'records_per_day', 'new_account_days', 'rejections', 'unusual_amount_factor'],
      1, 10000
    ) then 'back_office_settings.thresholds'
    when not private.are_numbers(
      new.age_limits,
      array['bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'],
      1, 525600
    ) then 'back_office_settings.age_limits'
    when not private.are_numbers(new.delivery_hours, array['card_order', 'mobile_recharge'], 1, 8760)
      then 'back_office_settings.delivery_hours'
    when length(new.webhook_url) > 2000
      or new.webhook_url !~* '^https://[^][:space:][:cntrl:]/?#@:\\[]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\]*)?$'
      then 'back_office_settings.webhook_url'
    when new.webhook_secret <> '' and length(new.webhook_secret) not between 16 and 200
      then 'back_office_settings.webhook_secret'
  end;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = problem,
      detail = json_build_object('field', split_part(problem, '.', 2)),
      message = case problem
        when 'back_office_settings.thresholds' then 'The thresholds are not valid.'
        when 'back_office_settings.age_limits' then 'The age limits are not valid.'
        when 'back_office_settings.delivery_hours' then 'The delivery hours are not valid.'
        when 'back_office_settings.webhook_url' then 'The webhook URL is not valid.'
        when 'back_office_settings.webhook_secret' then 'The webhook secret is not valid.'
      end;
  end if;

  if new.webhook_secret = '' then
    delete from private.webhook_secrets;
    new.webhook_secret_set_at := null;
  elsif new.webhook_secret is not null then
    insert into private.webhook_secrets (secret) values (new.webhook_secret)
    on conflict (is_only_row) do update set secret = excluded.secret;
    new.webhook_secret_set_at := now();
  end if;
  new.webhook_secret := null;
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_back_office_settings
  before update on public.back_office_settings
  for each row execute function private.prepare_back_office_settings();

create trigger record_change
  after update or delete on public.back_office_settings
  for each row execute function private.record_change();

alter table public.back_office_settings enable row level security;

create policy "Administrators read the back office settings"
  on public.back_office_settings for select to authenticated
  using ((select private.is_admin()));

create policy "Administrators change the back office settings"
  on public.back_office_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.back_office_settings as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.back_office_settings from anon, authenticated, service_role;
grant select on public.back_office_settings to authenticated, service_role;
grant update (
  four_eyes_amount, thresholds, age_limits, delivery_hours, webhook_url, webhook_secret, digest_hour
) on public.back_office_settings to authenticated;

-- Reasons ------------------------------------------------------------------------------------------

create table public.decision_reasons (
  id uuid primary key default gen_random_uuid(),
  decision text not null
    check (decision in ('manual_payment_approved', 'manual_payment_rejected', 'held')),
  name text not null check (length(name) between 1 and 80),
  texts jsonb not null,
  position integer not null default 0,
  is_active boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table public.decision_reasons is 'Templates for the reason of a decision or a hold.';
comment on column public.decision_reasons.texts is
  'The text by locale: en and any of de, fr, es, hi and ar. Placeholders: {name}, {amount}, {reference}, {missing}.';

create function private.reason_placeholders() returns text[]
language sql immutable
as $$
  select array['name', 'amount', 'reference', 'missing']
$$;

-- A brace that is not part of a placeholder is an error too: the customer would see it.
create function private.unknown_placeholder(template text) returns text
language sql immutable
set search_path = ''
as $$
  select matched.parts[1]
  from regexp_matches(
    regexp_replace(
      template, '\{(' || array_to_string(private.reason_placeholders(), '|') || ')\}', '', 'g'
    ),
    '(\{[^{}]{0,40}\}?|\})'
  ) as matched (parts)
$$;
comment on function private.unknown_placeholder(text) is
  'The first text in braces that is not a known placeholder; null without one.';

create function private.prepare_decision_reason() returns trigger
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
    unknown := private.unknown_placeholder(entry.template);
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

create trigger prepare_decision_reason
  before insert or update on public.decision_reasons
  for each row execute function private.prepare_decision_reason();

create trigger record_change
  after update or delete on public.decision_reasons
  for each row execute function private.record_change();

-- Reasons to start with. The operator changes them.
insert into public.decision_reasons (decision, name, position, texts)
values
  ('manual_payment_approved', 'Payment received', 1, '{
      "en": "Thank you, {name}. We received your payment of {amount}.",
      "de": "Vielen Dank, {name}. Wir haben Ihre Zahlung über {amount} erhalten.",
      "fr": "Merci, {name}. Nous avons bien reçu votre paiement de {amount}.",
      "es": "Gracias, {name}. Hemos recibido su pago de {amount}.",
      "hi": "धन्यवाद, {name}। हमें आपका {amount} का भुगतान मिल गया है।",
      "ar": "شكرًا لك، {name}. لقد استلمنا دفعتك بقيمة {amount}."
    }'),
  ('manual_payment_rejected', 'Payment not found', 2, '{
      "en": "We couldn''t find a payment of {amount} with the reference {reference}. Check the reference and submit it again.",
      "de": "Wir konnten keine Zahlung über {amount} mit der Referenz {reference} finden. Prüfen Sie die Referenz und senden Sie sie erneut.",
      "fr": "Nous n’avons trouvé aucun paiement de {amount} avec la référence {reference}. Vérifiez la référence et envoyez-la de nouveau.",
      "es": "No hemos encontrado ningún pago de {amount} con la referencia {reference}. Compruebe la referencia y envíela de nuevo.",
      "hi": "हमें {reference} रेफ़रेंस वाला {amount} का कोई भुगतान नहीं मिला। रेफ़रेंस जाँचकर फिर से भेजें।",
      "ar": "لم نعثر على دفعة بقيمة {amount} بالرقم المرجعي {reference}. تحقق من الرقم المرجعي وأرسله مرة أخرى."
    }'),
  ('manual_payment_rejected', 'Amount does not match', 3, '{
      "en": "The payment with the reference {reference} isn''t {amount}. Contact support about a refund or the missing amount.",
      "de": "Die Zahlung mit der Referenz {reference} beträgt nicht {amount}. Wenden Sie sich wegen einer Erstattung oder des fehlenden Betrags an den Support.",
      "fr": "Le paiement portant la référence {reference} n’est pas de {amount}. Contactez l’assistance pour un remboursement ou le montant manquant.",
      "es": "El pago con la referencia {reference} no es de {amount}. Póngase en contacto con el servicio de asistencia para el reembolso o el importe que falta.",
      "hi": "{reference} रेफ़रेंस वाला भुगतान {amount} का नहीं है। रिफ़ंड या बाकी रकम के लिए सहायता टीम से संपर्क करें।",
      "ar": "الدفعة ذات الرقم المرجعي {reference} لا تساوي {amount}. تواصل مع الدعم بشأن استرداد المبلغ أو المبلغ الناقص."
    }'),
  ('manual_payment_rejected', 'Information missing', 4, '{
      "en": "We need more information to verify your payment: {missing}. Submit it again with these details.",
      "de": "Um Ihre Zahlung zu prüfen, benötigen wir weitere Angaben: {missing}. Senden Sie sie mit diesen Angaben erneut.",
      "fr": "Pour vérifier votre paiement, il nous manque : {missing}. Envoyez-le de nouveau avec ces informations.",
      "es": "Para verificar su pago necesitamos más información: {missing}. Envíelo de nuevo con estos datos.",
      "hi": "आपके भुगतान की पुष्टि के लिए हमें यह जानकारी चाहिए: {missing}। इसे जोड़कर फिर से भेजें।",
      "ar": "نحتاج إلى معلومات إضافية للتحقق من دفعتك: {missing}. أرسلها مرة أخرى مع هذه التفاصيل."
    }'),
  ('held', 'Waiting for the bank', 5, '{
      "en": "The payment has not arrived at the bank yet."
    }');

alter table public.decision_reasons enable row level security;

create policy "Administrators manage the reasons of decisions"
  on public.decision_reasons for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.decision_reasons as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.decision_reasons from anon, authenticated, service_role;
grant select on public.decision_reasons to authenticated, service_role;
grant insert (decision, name, texts, position, is_active), delete on public.decision_reasons to authenticated;
grant update (decision, name, texts, position, is_active) on public.decision_reasons to authenticated;

create function public.fill_decision_reason(
  reason_id uuid, record_id uuid, locale text default 'en', missing text default ''
) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  filled text;
  record public.records;
  customer_name text;
begin
  perform private.require_admin();
  select coalesce(reason.texts ->> locale, reason.texts ->> 'en') into filled
  from public.decision_reasons as reason where reason.id = reason_id;
  select * into record from public.records where records.id = record_id;
  select profiles.full_name into customer_name from public.profiles where profiles.id = record.user_id;
  filled := replace(filled, '{amount}', to_char(record.amount, 'FM999999990.00') || ' ' || record.currency);
  filled := replace(filled, '{missing}', coalesce(missing, ''));
  filled := replace(filled, '{name}', coalesce(customer_name, ''));
  return replace(
    filled, '{reference}',
    case record.payment_method when 'card_payment' then '' else record.transaction_reference end
  );
end
$$;
comment on function public.fill_decision_reason(uuid, uuid, text, text) is
  'For administrators: the text of a reason for a record, in the locale or in English. Null when one does not exist.';

revoke execute on function public.fill_decision_reason(uuid, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.fill_decision_reason(uuid, uuid, text, text) to authenticated;

revoke execute on all functions in schema private from public;
