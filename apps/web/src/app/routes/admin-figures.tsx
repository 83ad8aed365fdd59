import { FiguresPage } from '../../features/figures/figures-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.figures_title(),
  description: m.figures_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <FiguresPage />
    </BackOffice>
  );
}
