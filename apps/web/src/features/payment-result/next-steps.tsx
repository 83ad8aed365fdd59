/** The next steps of a record that awaits verification. */
export function NextSteps({ recordName }: { recordName: string }) {
  const steps = [
    'Our team checks your payment using the reference you gave us.',
    `We approve your ${recordName}, or reject it and tell you why.`,
    "You'll see the result in your transaction history.",
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
