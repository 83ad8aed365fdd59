import { Plus } from 'lucide-react';
import { Link } from '../components/navigation/link.tsx';
import { Button, buttonVariants, type ButtonProps } from '../components/ui/button.tsx';
import { CopyButton } from '../components/ui/copy-button.tsx';
import { Specimen, SpecimenSection } from './specimen.tsx';

/** Records, so that a new variant or size without a specimen is a type error. */
const VARIANTS: Record<NonNullable<ButtonProps['variant']>, string> = {
  default: 'Default',
  destructive: 'Destructive',
  outline: 'Outline',
  secondary: 'Secondary',
  ghost: 'Ghost',
  link: 'Link',
};
const SIZES: Record<Exclude<NonNullable<ButtonProps['size']>, 'icon'>, string> = {
  default: 'Default',
  sm: 'Small',
  lg: 'Large',
};

const variants = Object.entries(VARIANTS) as [keyof typeof VARIANTS, string][];
const sizes = Object.entries(SIZES) as [keyof typeof SIZES, string][];

export function ButtonSpecimens() {
  return (
    <SpecimenSection title="Buttons">
      {variants.map(([variant, name]) => (
        <Specimen key={variant} label={`${name}: normal, busy, disabled`}>
          <Button variant={variant}>{name}</Button>
          <Button variant={variant} busy>
            Saving…
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Specimen>
      ))}
      <Specimen label="Sizes">
        {sizes.map(([size, name]) => (
          <Button key={size} size={size}>
            {name}
          </Button>
        ))}
        <Button size="icon" aria-label="Add">
          <Plus aria-hidden="true" />
        </Button>
      </Specimen>
      <Specimen label="With an icon, as a link, and a link that looks like a button">
        <Button>
          <Plus aria-hidden="true" />
          Add a card
        </Button>
        <Button asChild variant="outline">
          <Link to="/cards">Cards</Link>
        </Button>
        <Link to="/payments" className={buttonVariants({ variant: 'secondary', size: 'sm' })}>
          Payments
        </Link>
      </Specimen>
      <Specimen label="Copy">
        <CopyButton value="WIRE-1" label="reference" />
      </Specimen>
    </SpecimenSection>
  );
}
