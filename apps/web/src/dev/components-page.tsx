import { PageHeader } from '../components/ui/page-header.tsx';
import { ButtonSpecimens } from './button-specimens.tsx';
import { ContentSpecimens } from './content-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { FormSpecimens } from './form-specimens.tsx';
import { ListSpecimens } from './list-specimens.tsx';
import { NoticeSpecimens } from './notice-specimens.tsx';
import { OverlaySpecimens } from './overlay-specimens.tsx';

export const handle = {
  title: 'Components',
  description: 'All components and their states.',
  isPrivate: true,
};

/** All components and their states. Exists only in development: a build that contains it fails. */
export function Component() {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title="Components"
        description="All components and their states, as the screens use them. The button in the bar switches the theme."
      />
      <div className="flex flex-col gap-6">
        <ButtonSpecimens />
        <FieldSpecimens />
        <FormSpecimens />
        <OverlaySpecimens />
        <NoticeSpecimens />
        <ContentSpecimens />
        <ListSpecimens />
      </div>
    </div>
  );
}
