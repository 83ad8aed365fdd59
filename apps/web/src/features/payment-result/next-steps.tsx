import type { RecordKindFacts } from '../../payment/record-kinds.ts';
import { m } from '../../paraglide/messages.js';

/** The next steps of a record that awaits verification. */
export function NextSteps({ noun }: Pick<RecordKindFacts, 'noun'>) {
  const steps = [
    m.payment_result_our_team_checks_your_payment_using_reference(),
    m.payment_result_we_approve_or_reject({ noun }),
    m.payment_result_youll_see_result_in_your_transaction_history(),
  ];
  return (
    <section aria-labelledby="next-steps" className="flex flex-col gap-3 px-5 pb-8 sm:px-8">
      <h2 id="next-steps" className="font-bold">
        {m.payment_result_what_happens_next()}
      </h2>
      <ol className="flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex items-start gap-3 text-[0.9375rem] leading-6">
            <span
              aria-hidden="true"
              className="tabular flex size-6 shrink-0 items-center justify-center rounded-full bg-secondary text-xs font-bold"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
