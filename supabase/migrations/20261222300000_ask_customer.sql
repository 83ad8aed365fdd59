-- An administrator asks the customer with a template. The customer reads the question above the form.
alter table public.decision_reasons drop constraint decision_reasons_decision_check;
alter table public.decision_reasons add constraint decision_reasons_decision_check
  check (decision in ('manual_payment_approved', 'manual_payment_rejected', 'held', 'needs_action'));
comment on table public.decision_reasons is
  'Templates for the reason of a decision, a hold or a question to the customer.';

insert into public.decision_reasons (decision, name, position, texts)
values
  ('needs_action', 'Reference missing', 6, '{
      "en": "We couldn''t find your payment of {amount} with the reference {reference}. Please send us the exact reference of the payment.",
      "de": "Wir konnten Ihre Zahlung über {amount} mit der Referenz {reference} nicht finden. Bitte senden Sie uns die genaue Referenz der Zahlung.",
      "fr": "Nous n’avons pas trouvé votre paiement de {amount} avec la référence {reference}. Envoyez-nous la référence exacte du paiement.",
      "es": "No hemos encontrado su pago de {amount} con la referencia {reference}. Envíenos la referencia exacta del pago.",
      "hi": "हमें {reference} रेफ़रेंस वाला आपका {amount} का भुगतान नहीं मिला। कृपया भुगतान का सही रेफ़रेंस भेजें।",
      "ar": "لم نعثر على دفعتك بقيمة {amount} بالرقم المرجعي {reference}. يُرجى إرسال الرقم المرجعي الصحيح للدفعة."
    }'),
  ('needs_action', 'Something else is missing', 7, '{
      "en": "To verify your payment of {amount}, we need: {missing}",
      "de": "Um Ihre Zahlung über {amount} zu prüfen, benötigen wir: {missing}",
      "fr": "Pour vérifier votre paiement de {amount}, il nous faut : {missing}",
      "es": "Para verificar su pago de {amount}, necesitamos: {missing}",
      "hi": "आपके {amount} के भुगतान की पुष्टि के लिए हमें चाहिए: {missing}",
      "ar": "للتحقق من دفعتك بقيمة {amount}، نحتاج إلى: {missing}"
    }');

create or replace function public.fill_decision_reason(
  reason_id uuid, record_id uuid, locale text default 'en', missing text default ''
) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  filled text;
  record public.records;
  customer_name text;
  language text := left(nullif(locale, ''), 2);
begin
  perform private.require_admin();
  select * into record from public.records where records.id = record_id;
  if language is null then
    select left(users.raw_user_meta_data ->> 'locale', 2) into language
    from auth.users where users.id = record.user_id;
  end if;
  select coalesce(reason.texts ->> language, reason.texts ->> 'en') into filled
  from public.decision_reasons as reason where reason.id = reason_id;
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
  'For administrators: the text of a reason for a record, in the locale or in English. An empty locale is the language of the customer. Null when one does not exist.';


-- The customer reads it above the form that the mail opens.
create function public.question_about_record(record_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select outbox.detail ->> 'reason'
  from private.outbox
  where outbox.user_id = auth.uid()
    and outbox.record_id = question_about_record.record_id
    and outbox.kind = 'needs_action'
    and not exists (select from private.missing_factors)
  order by outbox.id desc
  limit 1
$$;
comment on function public.question_about_record(uuid) is
  'The last question of an administrator to the caller about a record of the caller. Null without one.';
revoke execute on function public.question_about_record(uuid) from public, anon, authenticated, service_role;
grant execute on function public.question_about_record(uuid) to authenticated;
