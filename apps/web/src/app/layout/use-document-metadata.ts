import { useLayoutEffect } from 'react';
import { useMatches } from 'react-router';
import { documentTitle, homeMetadata, type RouteMetadata } from '../route-metadata.ts';

/** Keeps the title, description and robots hint of the document those of the current route. */
export function useDocumentMetadata(): void {
  const handle = useMatches().at(-1)?.handle as RouteMetadata | undefined;
  const metadata = handle ?? homeMetadata;

  // Runs before the effects of the error screen, which sets its own title.
  useLayoutEffect(() => {
    document.title = documentTitle(metadata);
    setMeta('description', metadata.description);
    setMeta('robots', metadata.isPrivate === true ? 'noindex' : 'index, follow');
  }, [metadata]);
}

function setMeta(name: string, content: string) {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (element === null) {
    element = document.createElement('meta');
    element.name = name;
    document.head.append(element);
  }
  element.content = content;
}
