import type { ReactNode } from 'react';

interface SectionHeadingProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** The h2 of a section with a line below it. */
export function SectionHeading({ id, title, children }: SectionHeadingProps) {
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <h2 id={id} className="text-3xl leading-tight font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h2>
      <p className="text-lg leading-8 text-muted-foreground">{children}</p>
    </div>
  );
}
