/** What was entered before the app listened, until it is entered again. */
export interface EarlyInput {
  /** Enters everything again, except where something else was entered since. Only once. */
  enter: () => void;
  forget: () => void;
}

/** Remembers what is entered in the fields below `root`, as the page itself has it now. */
export function recordInput(root: HTMLElement): EarlyInput {
  let entries = changedFields(root);

  // From now on React hears of it by itself.
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

/** The fields below `root` that differ from how the page gave them out. */
function changedFields(root: ParentNode): FieldEntry[] {
  return [...root.querySelectorAll<Field>('input, select, textarea')].flatMap((field) => {
    const value = valueOf(field);
    // Of a group of radios only the chosen one tells something.
    const isUntold = field.type === 'radio' && value === false;
    return isUntold || value === givenValueOf(field) ? [] : [{ field, value }];
  });
}

/**
 * Enters a value as a person would, so that React hears of it even where the page shows it
 * already: React compares a field with what it last knew, so the field first goes back by the
 * setter that React watches and then forth by the one that it does not.
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

/** Radios of one name answer one question. */
function isSameQuestion(field: Field, target: EventTarget | null): boolean {
  if (field === target) return true;
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
  return isRadio && field.type === 'radio' && field.name === target.name;
}
