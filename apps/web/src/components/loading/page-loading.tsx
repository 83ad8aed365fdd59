import type { ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';

interface PageLoadingProps {
  /** What is loading. */
  text: string;
  /** Further content. */
  children?: ReactNode;
}

/** Replaces a whole page while it loads. */
export function PageLoading({ text, children }: PageLoadingProps) {
  return (
    <div className="flex flex-col items-center gap-5 px-4 py-24 text-center">
      <p role="status" className="flex items-center gap-3 text-lg font-semibold">
        <Spinner />
        {text}
      </p>
      {children}
    </div>
  );
}
