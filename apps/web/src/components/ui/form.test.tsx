import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from './form.tsx';
import { Input } from './input.tsx';

function NameForm() {
  const form = useForm({ defaultValues: { name: '' } });
  return (
    <Form {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
        <FormField
          control={form.control}
          name="name"
          rules={{ required: 'Name is required.' }}
          render={({ field }) => (
            <FormItem>
              <FormLabel>Name</FormLabel>
              <FormControl>
                <Input {...field} />
              </FormControl>
              <FormDescription>As in your passport</FormDescription>
              <FormMessage />
            </FormItem>
          )}
        />
        <Button type="submit">Save</Button>
      </form>
    </Form>
  );
}

test('a field has its label as its name and its hint as its description', () => {
  render(<NameForm />);
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBe(
    screen.getByText('As in your passport').id,
  );
});

test('an invalid field is marked as invalid, described by its message and focused', async () => {
  render(<NameForm />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const field = screen.getByLabelText('Name');
  const message = await screen.findByText('Name is required.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(message.id);
  expect(document.activeElement).toBe(field);
});
