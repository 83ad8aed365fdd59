import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { z } from '../../lib/zod.ts';
import { Form, FormControl, FormField, FormItem, FormLabel, FormMessage } from './form.tsx';
import { Input } from './input.tsx';
import { shownToast } from './toast-store.ts';
import { useFormRules } from './use-form-rules.ts';

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')) });

interface NameFormProps {
  loadSchema: () => Promise<typeof schema>;
  onSent: (values: { name: string }) => void;
}

function NameForm({ loadSchema, onSent }: NameFormProps) {
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<{ name: string }>({ resolver, defaultValues: { name: '' } });
  return (
    <Form {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(onSent));
        }}
      >
        <FormField
          control={form.control}
          name="name"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Name</FormLabel>
              <FormControl>
                <Input {...field} />
              </FormControl>
              <FormMessage />
            </FormItem>
          )}
        />
        <button type="submit">Send</button>
      </form>
    </Form>
  );
}

it('The schema of a form is loaded when the form first gets the focus, not with the page', async () => {
  const loadSchema = vi.fn(() => Promise.resolve(schema));
  render(<NameForm loadSchema={loadSchema} onSent={vi.fn()} />);
  expect(loadSchema).not.toHaveBeenCalled();

  await userEvent.tab();
  expect(loadSchema).toHaveBeenCalledOnce();
});

it('A form is validated by its schema and submits the output of the schema', async () => {
  const onSent = vi.fn();
  render(<NameForm loadSchema={() => Promise.resolve(schema)} onSent={onSent} />);

  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Enter a name.')).not.toBeNull();
  expect(onSent).not.toHaveBeenCalled();

  await userEvent.type(screen.getByLabelText('Name'), ' Ada ');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSent.mock.calls[0]?.[0]).toEqual({ name: 'Ada' }));
});

it('A form whose schema fails to load shows an error and is not submitted, and the next click reloads the schema', async () => {
  const onSent = vi.fn();
  const loadSchema = vi.fn(() => Promise.resolve(schema));
  loadSchema.mockRejectedValueOnce(new Error('Gone.')).mockRejectedValueOnce(new Error('Gone.'));
  render(<NameForm loadSchema={loadSchema} onSent={onSent} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');

  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(shownToast()?.title).toBe("We couldn't check your entries."));
  expect(onSent).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');

  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
});

it('A form is submitted once after several clicks while its schema loads', async () => {
  const onSent = vi.fn();
  const { promise, resolve } = Promise.withResolvers<typeof schema>();
  render(<NameForm loadSchema={() => promise} onSent={onSent} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');

  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
  expect(onSent).not.toHaveBeenCalled();
  resolve(schema);
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(onSent).toHaveBeenCalledOnce();
});
