import { useEffect, type ReactNode } from 'react';

/**
 * Replaces the package `react-style-singleton`, which the scroll lock of dialogs uses. The original appends
 * <style> elements, which a Content-Security-Policy without unsafe-inline blocks. Constructed style sheets
 * are allowed.
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

/** A hook that shares one style sheet while at least one of its users is mounted. */
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
