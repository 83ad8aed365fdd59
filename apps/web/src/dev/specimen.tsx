import { useId, type ReactNode } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '../components/ui/card.tsx';

interface SpecimenSectionProps {
  title: string;
  children: ReactNode;
}

/** One group of components. */
export function SpecimenSection({ title, children }: SpecimenSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <CardHeader>
          <CardTitle id={id}>{title}</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-6">{children}</CardContent>
      </Card>
    </section>
  );
}

interface SpecimenProps {
  /** The variant or the state that is shown. */
  label: string;
  children: ReactNode;
}

/** One variant or state of a component, under its name. */
export function Specimen({ label, children }: SpecimenProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm text-muted-foreground">{label}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
