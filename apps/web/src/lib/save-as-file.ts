/** Downloads a file with this name. Its parts are written one after the other. */
export function saveAsFile(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The download starts in the next task. Before that, revoking the URL could cancel it.
  setTimeout(() => URL.revokeObjectURL(address));
}
