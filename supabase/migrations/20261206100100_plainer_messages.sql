-- Messages that people read, in plainer words. Only these texts of the functions change, so each one is
-- replaced in the function as it stands.

do $migration$
declare
  message record;
  definition text;
begin
  for message in
    select * from (values
      ('private.safe_text(text, text, integer)',
        $$The %s may have at most %s characters.$$,
        $$The %s can be at most %s characters long.$$),
      ('private.card_secret_message(text)',
        $$For your safety card numbers and security codes are never stored.$$,
        $$For your safety, we never store card numbers or security codes.$$),
      ('private.card_secret_message(text)',
        $$Please leave out the card number.$$,
        $$Please remove the card number.$$),
      ('private.card_secret_message(text)',
        $$Please leave them out of the %s.$$,
        $$Please remove them from the %s.$$),
      ('private.payment_reference(text, text)',
        $$Please choose one of the payment methods on offer.$$,
        $$Please choose one of the available payment methods.$$),
      ('private.keep_payment_details()',
        $$This payment method is not offered at the moment.$$,
        $$This payment method isn''t available right now.$$),
      ('private.prepare_order()',
        $$Please choose one of the cards on offer.$$,
        $$Please choose one of the available cards.$$),
      ('private.prepare_recharge()',
        $$Please choose one of the operators on offer.$$,
        $$Please choose one of the available operators.$$),
      ('private.prepare_recharge()',
        $$A recharge is 5, 10, 20 or 50 USD.$$,
        $$Choose an amount of 5, 10, 20 or 50 USD.$$),
      ('private.prepare_recharge()',
        $$The type of a recharge is talktime, data or bundle.$$,
        $$Choose talktime, data or bundle.$$),
      ('private.limit_waiting_records()',
        $$You have %s orders and recharges waiting for review. Please wait until one of them is decided.$$,
        $$You have %s orders and recharges awaiting review. Please wait until one has been reviewed.$$),
      ('private.guard_decision()',
        $$Another administrator has to review your own record.$$,
        $$You can''t review your own record. Ask another administrator to do it.$$),
      ('private.prepare_payment_method_settings()',
        $$Payment details are one to twelve lines, each with a label and a value.$$,
        $$Enter 1 to 12 lines, each with a label and a value.$$),
      ('private.web_address(text)',
        $$Please enter a web address that begins with https:// or http://.$$,
        $$Enter a link that starts with https:// or http://.$$),
      ('private.avatar_address(text)',
        $$Please enter an address of a picture that begins with https://.$$,
        $$Enter a link to an image that starts with https://.$$),
      ('private.guard_account_texts()',
        $$The metadata of an account may have at most 16 kB.$$,
        $$Account metadata can be at most 16 kB.$$),
      ('public.export_my_data()',
        $$Please confirm your second factor to export your data.$$,
        $$Complete two-step verification to export your data.$$),
      ('public.my_sessions()',
        $$Please log in to see where you are signed in.$$,
        $$Please log in to see where you''re logged in.$$),
      ('public.my_sessions()',
        $$Please confirm your second factor to see where you are signed in.$$,
        $$Complete two-step verification to see where you''re logged in.$$),
      ('public.end_my_session(uuid)',
        $$Please confirm your second factor to end a session.$$,
        $$Complete two-step verification to end a session.$$)
    ) as texts (signature, before, after)
  loop
    definition := pg_get_functiondef(message.signature::regprocedure);
    if strpos(definition, message.before) = 0 then
      raise exception '% does not contain "%"', message.signature, message.before;
    end if;
    execute replace(definition, message.before, message.after);
  end loop;
end
$migration$;
