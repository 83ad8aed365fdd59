import { LayoutDashboard, LogIn, UserPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardDescription, CardTitle } from '../../components/ui/card.tsx';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { dashboardPath } from '../../session/dashboard-path.ts';
import { useSession } from '../../session/session-context.ts';
import { hubItems } from './home-content.ts';
import { SectionHeading } from './section-heading.tsx';
import { m } from '../../paraglide/messages.js';

/** Log-in and sign-up, with what an account offers. */
export function StartSection() {
  return (
    <section aria-labelledby="start-title" className="py-16 sm:py-24">
      <div className="page-container grid items-start gap-10 lg:grid-cols-2 lg:gap-16">
        <div className="flex min-w-0 flex-col gap-8">
          <SectionHeading id="start-title" title={m.home_start_in_a_minute()}>
            {m.home_open_account_for_free_you_only_pay()}
          </SectionHeading>
          <WaysIn />
        </div>
        <FinancialHub />
      </div>
    </section>
  );
}

function WaysIn() {
  const { user, profile } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();
  if (user !== null) {
    return (
      <WayIn
        icon={LayoutDashboard}
        title={m.home_welcome_back()}
        text={m.home_your_account_is_open_and_waiting()}
      >
        <Button asChild>
          <Link to={dashboardPath(profile?.account_type)}>{m.home_go_to_my_dashboard()}</Link>
        </Button>
      </WayIn>
    );
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <WayIn
        icon={UserPlus}
        title={m.home_sign_up_for_free()}
        text={m.home_new_here_create_your_account()}
      >
        <Button className="w-full" onClick={openSignUp}>
          {m.home_sign_up_for_free()}
        </Button>
      </WayIn>
      <WayIn icon={LogIn} title={m.home_sign_in()} text={m.home_good_to_see_you_again()}>
        <Button variant="outline" className="w-full" onClick={openLogIn}>
          {m.home_sign_in()}
        </Button>
      </WayIn>
    </div>
  );
}

interface WayInProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

function WayIn({ icon: Icon, title, text, children }: WayInProps) {
  return (
    <Card>
      <CardContent className="flex flex-col items-start gap-4">
        <span className="flex size-12 items-center justify-center rounded-full bg-accent text-accent-foreground">
          <Icon aria-hidden="true" className="size-6" />
        </span>
        <div className="flex flex-col gap-1">
          <CardTitle level={3}>{title}</CardTitle>
          <CardDescription>{text}</CardDescription>
        </div>
        {children}
      </CardContent>
    </Card>
  );
}

function FinancialHub() {
  return (
    <Card className="shadow-md">
      <CardContent className="flex flex-col gap-6 sm:p-8">
        <CardTitle level={3} className="text-2xl leading-8 font-extrabold">
          {m.home_all_in_one_financial_hub()}
        </CardTitle>
        <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {hubItems.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-secondary text-secondary-foreground">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="flex min-w-0 flex-col">
                <span className="leading-6 font-bold">{title}</span>
                <span className="text-sm leading-6 text-muted-foreground">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
