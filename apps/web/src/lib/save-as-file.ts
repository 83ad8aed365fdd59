/** Downloads a text as a file with this name. */
export function saveAsFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The download starts in the next task. Before that, revoking the URL could cancel it.
  setTimeout(() => URL.revokeObjectURL(address));
}
