import { UnsubscribePage } from '../../features/unsubscribe/unsubscribe-page.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.unsubscribe_title(),
  description: m.unsubscribe_question_description(),
  isPrivate: true,
};

export function Component() {
  return <UnsubscribePage />;
}
