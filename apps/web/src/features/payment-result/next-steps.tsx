/** What happens with a record that waits for its verification. */
export function NextSteps({ recordName }: { recordName: string }) {
  const steps = [
    'Our team checks your payment by the reference you gave.',
    `Your ${recordName} is approved, or rejected with a note that you can read.`,
    'You see the outcome in your transaction history.',
  ];
  return (
    <section aria-labelledby="next-steps" className="flex flex-col gap-3 px-5 pb-8 sm:px-8">
      <h2 id="next-steps" className="font-bold">
        What happens next
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
