import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react';
import {
  Controller,
  FormProvider,
  useFormContext,
  useFormState,
  type ControllerProps,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { cn } from '../../lib/class-names.ts';
import { useFormDraft } from './use-form-draft.ts';
import { Label } from './label.tsx';
import { Slot } from './slot.tsx';
import { m } from '../../paraglide/messages.js';

/**
 * Provides a React Hook Form to the fields below it: `<Form {...form}><form onSubmit=…>`. The values survive
 * a reload because of a missing chunk.
 */
export function Form<Values extends FieldValues, Transformed = Values>({
  children,
  ...form
}: FormProps<Values, Transformed>) {
  useFormDraft(form);
  return <FormProvider {...form}>{children}</FormProvider>;
}

type FormProps<Values extends FieldValues, Transformed> = UseFormReturn<
  Values,
  unknown,
  Transformed
> & { children: ReactNode };

const FormFieldContext = createContext<string | null>(null);
const FormItemContext = createContext<string | null>(null);

/** A field by its name. `render` gets `field` for the control. */
export function FormField<
  Values extends FieldValues = FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
  Transformed = Values,
>(props: ControllerProps<Values, Name, Transformed>) {
  return (
    <FormFieldContext value={props.name}>
      <Controller {...props} />
    </FormFieldContext>
  );
}

interface FormFieldWiring {
  name: string;
  controlId: string;
  descriptionId: string;
  messageId: string;
  errorMessage: string | undefined;
}

/** The ids and the error of the enclosing field. Throws outside FormField and FormItem. */
function useFormField(): FormFieldWiring {
  const name = use(FormFieldContext);
  const id = use(FormItemContext);
  const { getFieldState } = useFormContext();
  const formState = useFormState({ ...(name === null ? {} : { name }) });
  if (name === null || id === null) {
    throw new Error('Form parts belong inside a FormItem inside a FormField.');
  }
  return {
    name,
    controlId: `${id}-control`,
    descriptionId: `${id}-description`,
    messageId: `${id}-message`,
    errorMessage: getFieldState(name, formState).error?.message,
  };
}

/** A column of label, control, description and message. */
export function FormItem({ className, ...props }: ComponentProps<'div'>) {
  return (
    <FormItemContext value={useId()}>
      <div
        data-slot="form-item"
        className={cn('flex min-w-0 flex-col gap-1.5', className)}
        {...props}
      />
    </FormItemContext>
  );
}

interface FormLabelProps extends ComponentProps<typeof Label> {
  /** Marks an optional field. Required fields have no mark. */
  optional?: boolean;
}

export function FormLabel({ optional = false, children, ...props }: FormLabelProps) {
  const { controlId } = useFormField();
  return (
    <Label data-slot="form-label" htmlFor={controlId} {...props}>
      {children}
      {optional && <span className="font-normal text-muted-foreground">{m.ui_optional()}</span>}
    </Label>
  );
}

/** Sets id, `aria-invalid` and `aria-describedby` of its only child. */
export function FormControl(props: ComponentProps<typeof Slot>) {
  const { controlId, descriptionId, messageId, errorMessage } = useFormField();
  const isInvalid = errorMessage !== undefined;
  return (
    <Slot
      data-slot="form-control"
      id={controlId}
      aria-describedby={isInvalid ? `${messageId} ${descriptionId}` : descriptionId}
      aria-invalid={isInvalid}
      {...props}
    />
  );
}

export function FormDescription({ className, ...props }: ComponentProps<'p'>) {
  const { descriptionId } = useFormField();
  return (
    <p
      data-slot="form-description"
      id={descriptionId}
      className={cn('text-sm leading-5 text-muted-foreground', className)}
      {...props}
    />
  );
}

/** The error of the field, or nothing. A message that appears at the focused field is scrolled into view. */
export function FormMessage({ className, ...props }: ComponentProps<'p'>) {
  const { messageId, errorMessage } = useFormField();
  const message = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const item = message.current?.closest('[data-slot=form-item]');
    if (item?.contains(document.activeElement)) item.scrollIntoView({ block: 'nearest' });
  }, [errorMessage]);

  if (!errorMessage) return null;
  return (
    <p
      ref={message}
      data-slot="form-message"
      id={messageId}
      className={cn('text-sm leading-5 font-medium text-destructive-text', className)}
      {...props}
    >
      {errorMessage}
    </p>
  );
}
