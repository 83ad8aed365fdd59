/**
 * Lets focus enter `exempt` while a modal dialog traps it.
 *
 * The trap listens for focus events on the document and pulls focus back. These listeners
 * sit one step below, on the root element: React, listening on the body and below, has had
 * the events by then, and the trap never hears that focus went to the exempt element.
 * @returns takes the exemption back
 */
export function keepFocusFreeFor(exempt: HTMLElement): () => void {
  const root = document.documentElement;

  function hideFromTrap(event: FocusEvent) {
    const goesTo = event.type === 'focusin' ? event.target : event.relatedTarget;
    if (goesTo instanceof Node && exempt.contains(goesTo)) event.stopPropagation();
  }

  root.addEventListener('focusin', hideFromTrap);
  root.addEventListener('focusout', hideFromTrap);
  return () => {
    root.removeEventListener('focusin', hideFromTrap);
    root.removeEventListener('focusout', hideFromTrap);
  };
}
