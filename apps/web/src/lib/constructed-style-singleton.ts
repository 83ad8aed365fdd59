import { useEffect, type ReactNode } from 'react';

/**
 * Stands in for the package `react-style-singleton`, which the dialogs' scroll lock uses.
 * The original appends <style> elements; a Content-Security-Policy without unsafe-inline
 * refuses those, while constructed style sheets need no permission.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(css: string) {
      if (users === 0) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }
      users += 1;
    },
    remove() {
      users -= 1;
      if (users > 0 || sheet === null) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      sheet = null;
    },
  };
}

/** A hook that holds one shared sheet for as long as any user of it is mounted. */
export function styleHookSingleton() {
  const singleton = stylesheetSingleton();
  return function useStyle(css: string, isDynamic = false) {
    const dependency = isDynamic ? css : null;
    useEffect(() => {
      singleton.add(css);
      return () => singleton.remove();
      // A static sheet is written once, whatever later renders pass.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [dependency]);
  };
}

interface StyleSheetProps {
  styles: string;
  dynamic?: boolean;
}

/** The component form of `styleHookSingleton`. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function StyleSheet({ styles, dynamic = false }: StyleSheetProps): ReactNode {
    useStyle(styles, dynamic);
    return null;
  };
}
