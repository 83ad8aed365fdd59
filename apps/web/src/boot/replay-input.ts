/** The input from before the app was interactive. */
export interface EarlyInput {
  /** Enters the values again, once, except in fields that changed since. */
  enter: () => void;
  forget: () => void;
}

/** Records the values of the fields below `root`, as the DOM has them. */
export function recordInput(root: HTMLElement): EarlyInput {
  let entries = changedFields(root);

  // From now on React receives the events.
  function onInput({ target }: Event) {
    entries = entries.filter(({ field }) => !isSameQuestion(field, target));
  }

  function forget() {
    root.removeEventListener('input', onInput, true);
    entries = [];
  }

  root.addEventListener('input', onInput, true);
  return {
    forget,
    enter() {
      const remembered = entries;
      forget();
      remembered.forEach(enterValue);
    },
  };
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FieldEntry {
  field: Field;
  value: string | boolean;
}

/** The fields below `root` whose value differs from the HTML. */
function changedFields(root: ParentNode): FieldEntry[] {
  return [...root.querySelectorAll<Field>('input, select, textarea')].flatMap((field) => {
    const value = valueOf(field);
    // Only the checked radio of a group has information.
    const isUnchecked = field.type === 'radio' && value === false;
    return isUnchecked || value === givenValueOf(field) ? [] : [{ field, value }];
  });
}

/**
 * Enters a value so that React notices it even if the DOM already has it. React compares a field with the
 * last value that it knows. So the field is reset by the setter that React watches, and set by the native
 * setter.
 */
function enterValue({ field, value }: FieldEntry): void {
  if (field instanceof HTMLSelectElement) {
    field.value = String(value);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (typeof value === 'boolean') {
    (field as HTMLInputElement).checked = !value;
    field.click();
  } else {
    field.value = '';
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function valueOf(field: Field): string | boolean {
  return isTick(field) ? field.checked : field.value;
}

function givenValueOf(field: Field): string | boolean {
  if (isTick(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const given = [...field.options].find(({ defaultSelected }) => defaultSelected);
  return (given ?? field.options[0])?.value ?? '';
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === 'radio' || field.type === 'checkbox';
}

/** Radios with one name form a group. */
function isSameQuestion(field: Field, target: EventTarget | null): boolean {
  if (field === target) return true;
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
  return isRadio && field.type === 'radio' && field.name === target.name;
}
