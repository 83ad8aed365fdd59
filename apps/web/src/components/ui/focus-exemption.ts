/**
 * Lets focus enter `exempt` while a modal dialog traps it. The trap listens for focus events on the document.
 * These listeners are on the root element below it, and stop the events about `exempt` after React, which
 * listens on the body and below, has received them.
 *
 * @returns ends the exemption
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
