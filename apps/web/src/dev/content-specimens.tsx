import { DetailList } from '../components/data/detail-list.tsx';
import { PersonAvatar } from '../components/data/person-avatar.tsx';
import { Reference } from '../components/data/reference.tsx';
import { Avatar, AvatarFallback, AvatarImage } from '../components/ui/avatar.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../components/ui/card.tsx';
import { Progress } from '../components/ui/progress.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { Spinner } from '../components/ui/spinner.tsx';
import { Specimen, SpecimenSection } from './specimen.tsx';

const REFERENCE = 'de000000-0000-4000-9000-000000000001';

export function ContentSpecimens() {
  return (
    <>
      <SpecimenSection title="Cards and details">
        <div className="grid gap-6 sm:grid-cols-2">
          <Card>
            <CardHeader>
              <CardTitle level={3}>Card title</CardTitle>
              <CardDescription>A card with a description.</CardDescription>
            </CardHeader>
            <CardContent>The content of the card.</CardContent>
          </Card>
          <Card>
            <CardContent>A card without a title.</CardContent>
          </Card>
        </div>
        <DetailList
          details={[
            { label: 'Full name', value: 'Ada Lovelace' },
            { label: 'City', value: null },
            { label: 'Reference', value: <Reference value={REFERENCE} /> },
            { label: 'Short reference', value: <Reference value={REFERENCE} label="id" short /> },
          ]}
        />
      </SpecimenSection>
      <SpecimenSection title="Avatars">
        <Specimen label="A picture, letters, a picture that does not load">
          <Avatar>
            <AvatarImage src="/favicon.svg" alt="" />
            <AvatarFallback>AL</AvatarFallback>
          </Avatar>
          <Avatar>
            <AvatarFallback>AL</AvatarFallback>
          </Avatar>
          <PersonAvatar address={null} letters="AL" />
        </Specimen>
      </SpecimenSection>
      <SpecimenSection title="Loading and progress">
        <Specimen label="Spinner">
          <Spinner />
        </Specimen>
        <div aria-busy="true" className="flex flex-col gap-2">
          <p className="text-sm text-muted-foreground">Skeleton</p>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-full" />
        </div>
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted-foreground">Progress: 0, 40 and 100 percent</p>
          {[0, 40, 100].map((value) => (
            <Progress
              key={value}
              value={value}
              aria-label={`Specimen at ${String(value)} percent`}
            />
          ))}
        </div>
      </SpecimenSection>
    </>
  );
}
