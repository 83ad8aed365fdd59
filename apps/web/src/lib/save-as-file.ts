/** Lets the browser save a text as a file of this name. */
export function saveAsFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by the next turn; before, the browser could lose its source.
  setTimeout(() => URL.revokeObjectURL(address));
}
